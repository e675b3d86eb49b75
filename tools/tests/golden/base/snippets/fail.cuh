void fail(const char* what) {
    std::fprintf(stderr, "error: %s\n", what);
    std::exit(1);
}
