// The fenced blocks of a document, and the comment before each, which says how to test it.
import { readFileSync } from 'node:fs'

export type Block = {
  /** Line of the fence, from 1. */
  line: number
  language: string
  code: string
  /** The comment right before the fence; empty where there is none. */
  note: string
}

export function fencedBlocks(file: string): Block[] {
  const text = readFileSync(file, 'utf8')
  const fence = /^(?:<!-- (?<note>.*?) -->\n)?```(?<language>[^\n]*)\n(?<code>.*?)^```$/gms
  return [...text.matchAll(fence)].map(({ index, groups }) => {
    const { note = '', language = '', code = '' } = groups as Record<string, string | undefined>
    const line = text.slice(0, index).split('\n').length + (note ? 1 : 0)
    return { line, language, code, note }
  })
}

/** Splits a note: `file: likuta.mjs` becomes `['file', 'likuta.mjs']`. */
export function noteOf({ note }: Block): [kind: string, about: string] {
  const [, kind = note, about = ''] = /^([^:]*): (.*)$/s.exec(note) ?? []
  return [kind, about]
}

/** The block without its comments, which may be in another language. */
export function withoutComments({ code, language }: Block): string {
  const comments: Record<string, RegExp> = {
    js: /(^|\s)\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    go: /(^|\s)\/\/[^\n]*/g,
    php: /(^|\s)\/\/[^\n]*|\/\*\*[\s\S]*?\*\//g,
    sh: /(^|\s)#[^\n]*/g,
    python: /(^|\s)#[^\n]*/g,
  }
  const pattern = comments[language]
  return pattern ? code.replace(pattern, '$1').replace(/[ \t]+$/gm, '') : code
}
