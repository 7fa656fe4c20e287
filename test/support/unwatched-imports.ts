import module, { syncBuiltinESMExports } from 'node:module'

// Loaded into each test file before tap, see `.taprc`. For coverage and for mocks, of which we use neither, tap follows every
// import of a test and of whatever Node program it starts. Before Node 24.13 that takes a second thread, which more than doubles
// what a start costs. So nobody may follow.
Object.assign(module, { register: () => undefined })
syncBuiltinESMExports()
// Nor in the processes that a test forks, whatever their directory.
process.env.NODE_OPTIONS = `--import=${import.meta.url}`
