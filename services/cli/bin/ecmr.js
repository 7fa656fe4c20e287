#!/usr/bin/env node
// npm links and marks executable what exists before anything is compiled, so this file is not compiled.
import '../dist/main.js'
