// The command line started as `node server/main.ts`; main.js, which starts faster, does the work.
await import(new URL('./main.js', import.meta.url).href)
