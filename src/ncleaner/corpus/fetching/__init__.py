"""Lists of addresses as input of a job: all pages are fetched into an archive, which the job then reads.

What is fetched is not the same twice, but jobs read their input several times, in several processes, and resume. So a
list becomes an archive in the output folder before the job is planned: a WARC file with a record for each address, a
page or the reason why there is none, in the order of the list. An interrupted run goes on after the last whole record.
"""
