"""A coverage-guided fuzzer for the whole path from bytes to output formats.

Strategy: `build` compiles a copy of the package with AddressSanitizer, UndefinedBehaviorSanitizer and libFuzzer's
coverage counters. `target` runs Atheris in that copy. The first bytes of an input (`plan`) choose engine, options,
kind of page, encoding and formats; the rest is the page. `oracle` cleans the page and checks everything that comes
out of it. `worker` answers questions in other processes: an interpreted one must give the same output, and an
optimised one must keep within the promised time and memory when a part of the page is repeated (`growth`).
`run` supervises, restarts a target that crashed, minimises what was found (`minimise`) and stores it (`regressions`).
"""
