// Passwords as argon2id hashes in PHC form, each with its own salt and cost.
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const parameters = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 } as const

const argon2id = promisify(argon2).bind(undefined, 'argon2id') as (options: {
  message: Buffer
  nonce: Buffer
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}) => Promise<Buffer>

/** The hash in PHC form, with its salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await argon2id({ message: Buffer.from(password), nonce: salt, ...parameters })
  const { memory, passes, parallelism } = parameters
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`
}
