// The command line by its other name, `node server/main.ts`. What starts quickly is the file beside it.
await import(new URL('./main.js', import.meta.url).href)
