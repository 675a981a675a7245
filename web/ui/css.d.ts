// Lets TypeScript accept CSS imports, which Vite extracts into style sheets.
declare module '*.css' {}
