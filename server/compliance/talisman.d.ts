declare module 'talisman/metrics/jaro-winkler.js' {
  /** 0 to 1; 1 for equal texts. */
  export default function jaroWinkler(a: string, b: string): number
}
declare module 'talisman/metrics/damerau-levenshtein.js' {
  /** How many letters were put in, left out, changed or swapped with their neighbour. */
  export default function damerauLevenshtein(a: string, b: string): number
}
