"""Running a corpus job: the work on one shard, worker processes, pools and clusters."""
