// Password hashing with argon2id, in PHC form, each hash with its own salt and cost.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { openSemaphore } from '../../platform/http/semaphore.ts'

/** The cost of a hash; memory is in KiB. */
type Cost = { memory: number; passes: number; parallelism: number }

const cost: Cost = { memory: 47_104, passes: 1, parallelism: 1 }
const tagBytes = 32
const saltBytes = 16

const argon2id = promisify(argon2).bind(undefined, 'argon2id') as (
  options: Cost & { message: Buffer; nonce: Buffer; tagLength: number },
) => Promise<Buffer>

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Normalizes first: the same accented letter is one code point on some keyboards and two on others. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))

function phc({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`
}

/** Hashes a password and returns it in PHC form, which includes salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await argon2id({ message: bytesOf(password), nonce: salt, tagLength: tagBytes, ...cost })
  return phc(cost, salt, tag)
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Returns whether the password matches, and whether its hash was made at a cost other than today's. */
export async function verifyPassword(
  hash: string,
  password: string,
): Promise<{ matches: boolean; outdated: boolean }> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = form.exec(hash) ?? []
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  const found = await argon2id({
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    ...used,
  })
  const outdated = phc(used, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes)) !== placeholderHash
  return { matches: timingSafeEqual(expected, found), outdated }
}

/** Verified when the account does not exist, so that the response takes as long as for one that does. No password matches it. */
export const placeholderHash = phc(cost, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))

export type Passwords = { hash: typeof hashPassword; verify: typeof verifyPassword }

/**
 * Limits how many passwords are hashed at a time. Each takes 46 MiB and about 70 ms of a core; two at a time leave half of
 * libuv's threads for files and DNS.
 */
export function openPasswords(limits = { atOnce: 2, mostWaiting: 32 }): Passwords {
  const semaphore = openSemaphore(limits)
  return {
    hash: (password) => semaphore(() => hashPassword(password)),
    verify: (hash, password) => semaphore(() => verifyPassword(hash, password)),
  }
}
