process.stderr.write('something is missing here\n')
process.exit(1)
