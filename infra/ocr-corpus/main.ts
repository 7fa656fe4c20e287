throw new Error('not built')
