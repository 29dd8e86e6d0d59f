# Read by CMake before it builds HiGHS (see .cargo/config.toml): the 218 files are compiled as 30, so that
# their headers are read 30 times and not 218. The code is the same.
set(CMAKE_UNITY_BUILD ON CACHE BOOL "join source files")
