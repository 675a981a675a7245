// Rules for new passwords: refuses short and long ones and those that guessers try first. Digits or signs are not required.
import { readFileSync } from 'node:fs'
import { Problem } from '../kernel/problem.ts'
import { accountProblems } from './problems.ts'

const shortestPassword = 12
const longestPassword = 128

const common = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
)

/**
 * Returns why a password is refused, in words for its owner; undefined if it is acceptable.
 * @param own the owner's names and addresses, which anyone can know.
 */
export function passwordFault(password: string, own: readonly string[]): string | undefined {
  const length = [...password].length
  if (length < shortestPassword) return `The password needs at least ${shortestPassword} characters`
  if (length > longestPassword) return `The password may have at most ${longestPassword} characters`
  if (!password.isWellFormed()) return 'The password has characters that cannot be typed'
  const folded = password.normalize('NFKC').toLowerCase()
  if (isCommon(folded) || isMadeOf(folded, own)) return 'The password is too common'
  return undefined
}

/** @param own the owner's names and addresses. @throws Problem 400 */
export function refuseWeak(password: string, own: readonly string[]): void {
  const reason = passwordFault(password, own)
  if (reason !== undefined) throw new Problem(accountProblems.password_refused, { reason })
}

/** Common substitutions of letters: `p@ssw0rd` is `password`. */
const spellings: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const spelledOut = (text: string) => text.replace(/[@431!0$57]/g, (sign) => spellings[sign] ?? sign)

const trimmed = (text: string) => /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? ''

function isCommon(folded: string): boolean {
  return (
    common.has(folded) ||
    new Set(folded).size <= 3 ||
    isRepeated(folded) ||
    isRuns(folded) ||
    common.has(trimmed(folded)) ||
    common.has(spelledOut(trimmed(folded))) ||
    common.has(trimmed(spelledOut(folded)))
  )
}

/** A short sequence of characters, repeated. */
function isRepeated(text: string): boolean {
  const period = (text + text).indexOf(text, 1)
  return period < text.length && period < shortestPassword
}

const rows = [
  '012345678901234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
]
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))]
const minRun = 3

/** Runs of neighbours in the alphabet or on a keyboard and nothing else, such as `qwerty123456`. */
function isRuns(text: string): boolean {
  let at = 0
  while (at < text.length) {
    let length = 0
    for (const run of runs) {
      let here = Math.min(minRun, text.length - at)
      while (here <= text.length - at && run.includes(text.slice(at, at + here))) {
        length = Math.max(length, here)
        here += 1
      }
    }
    if (length < minRun) return false
    at += length
  }
  return true
}

const product = 'likuta'

/** Contains the owner's names or ours, and too few letters besides. */
function isMadeOf(folded: string, own: readonly string[]): boolean {
  const words = [product, ...own.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), folded)
  return rest !== folded && rest.replace(/[^\p{L}]/gu, '').length < 6
}
