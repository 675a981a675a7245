// Styles are imported for what they do; Vite takes them out of the script.
declare module '*.css' {}
