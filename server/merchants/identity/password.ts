// Passwords as argon2id hashes in PHC form, each with its own salt and cost.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { openSemaphore } from '../../platform/http/semaphore.ts'

/** Memory in KiB. */
type Cost = { memory: number; passes: number; parallelism: number }

const cost: Cost = { memory: 47_104, passes: 1, parallelism: 1 }
const tagBytes = 32
const saltBytes = 16

const argon2id = promisify(argon2).bind(undefined, 'argon2id') as (
  options: Cost & { message: Buffer; nonce: Buffer; tagLength: number },
) => Promise<Buffer>

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The same letter typed on two keyboards may be one code point or two; both are meant. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))

function phc({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`
}

/** The hash in PHC form, with its salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await argon2id({ message: bytesOf(password), nonce: salt, tagLength: tagBytes, ...cost })
  return phc(cost, salt, tag)
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether this is the password, and whether its hash was made at another cost than today's. */
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
  const outdated = phc(used, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes)) !== nobodysHash
  return { matches: timingSafeEqual(expected, found), outdated }
}

/** What is verified where there is no merchant, so that it costs the same. No password has this hash. */
export const nobodysHash = phc(cost, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))

export type Passwords = { hash: typeof hashPassword; verify: typeof verifyPassword }

/** Each costs 46 MiB and some 70 ms of a core: two at once leave half of the threads that files and names need too. */
export function openPasswords(limits = { atOnce: 2, mostWaiting: 32 }): Passwords {
  const turns = openSemaphore(limits)
  return {
    hash: (password) => turns(() => hashPassword(password)),
    verify: (hash, password) => turns(() => verifyPassword(hash, password)),
  }
}
