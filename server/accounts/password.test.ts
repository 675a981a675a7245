import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { hashPassword, openPasswords, placeholderHash, verifyPassword } from './password.ts'

test('a password hash is salted argon2id in PHC form and matches only its password [S-59]', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  assert.match(one, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one, two)
  expect(await verifyPassword(one, 'correct horse')).toEqual({ matches: true, outdated: false })
  for (const wrong of ['correct hors', 'Correct horse', 'correct horse ', ''])
    expect(await verifyPassword(one, wrong)).toEqual({ matches: false, outdated: false })
})

test('a password matches however the keyboard composes an accented letter', async () => {
  const hash = await hashPassword('Grâce à Goma')
  assert.ok((await verifyPassword(hash, 'Gra\u0302ce a\u0300 Goma')).matches)
})

test('a hash made at another cost still verifies and counts as outdated', async () => {
  // Made by the reference implementation: password "password", salt "somesalt", m=65536, t=2, p=1.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword(hash, 'password')).toEqual({ matches: true, outdated: true })
  expect(await verifyPassword(hash, 'passw0rd')).toEqual({ matches: false, outdated: true })
})

test('the placeholder hash has the form and cost of a real one and matches nothing', async () => {
  const real = await hashPassword('x')
  assert.equal(placeholderHash.length, real.length)
  expect(await verifyPassword(placeholderHash, '')).toEqual({ matches: false, outdated: false })
})

test('one password hash runs at a time in each queue, 32 wait and further ones are 503 [S-32]', async () => {
  const { verify } = openPasswords()
  const flood = Array.from({ length: 40 }, (_, n) =>
    verify(placeholderHash, 'x', { queue: 'other', address: `198.51.100.${n}` }),
  )
  // Admins, users in known browsers and users who are signed in do not wait for the flood.
  const others = [
    verify(placeholderHash, 'x', 'staff'),
    ...(['known', 'session'] as const).map((queue) => verify(placeholderHash, 'x', turnOf(queue, 1n))),
  ]
  let isOver = false
  const outcomes = Promise.allSettled(flood).finally(() => {
    isOver = true
  })
  await Promise.all(others)
  assert.equal(isOver, false)
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 7)
})

const turnOf = (queue: 'known' | 'session', merchantId: bigint, address = '198.51.100.1') => ({
  ...{ queue, merchantId, address },
})
const refusedOf = async (hashes: Promise<unknown>[]) =>
  (await Promise.allSettled(hashes)).filter(({ status }) => status === 'rejected').length

test('the users of one merchant have three password hashes at a time, and those of others go on', async () => {
  const { verify, hash } = openPasswords({ memory: 64, passes: 1, parallelism: 1 })
  const quick = await hash('x', 'staff')
  for (const queue of ['known', 'session'] as const) {
    const team = Array.from({ length: 80 }, () => verify(quick, 'x', turnOf(queue, 1n)))
    const others = [verify(quick, 'x', turnOf(queue, 2n)), verify(quick, 'x', turnOf(queue, 3n))]
    expect(await Promise.all([team, others].map(refusedOf))).toEqual([77, 0])
    assert.ok((await verify(quick, 'x', turnOf(queue, 1n))).matches)
  }
})

test('one address has sixteen password hashes at a time in a queue, and other addresses go on', async () => {
  const { verify, hash } = openPasswords({ memory: 64, passes: 1, parallelism: 1 })
  const quick = await hash('x', 'staff')
  const own = Array.from({ length: 20 }, (_, n) => verify(quick, 'x', turnOf('session', BigInt(n))))
  const stranger = (address: string) => ({ queue: 'other', address }) as const
  // Sign-ups hash and sign-ins verify, within one share.
  const strangers = Array.from({ length: 10 }, () => [
    verify(quick, 'x', stranger('198.51.100.1')),
    hash('x', stranger('198.51.100.1')),
  ]).flat()
  const elsewhere = [
    verify(quick, 'x', turnOf('session', 99n, '198.51.100.2')),
    hash('x', stranger('198.51.100.2')),
  ]
  expect(await Promise.all([own, strangers, elsewhere].map(refusedOf))).toEqual([4, 4, 0])
})

test('signed-in users of many merchants fill their own queue, and others sign in', async () => {
  const { verify, hash } = openPasswords({ memory: 64, passes: 1, parallelism: 1 })
  const quick = await hash('x', 'staff')
  const flood = Array.from({ length: 40 }, (_, n) =>
    verify(quick, 'x', turnOf('session', BigInt(n), `198.51.100.${n}`)),
  )
  const signIns = [verify(quick, 'x', turnOf('known', 99n)), verify(quick, 'x', turnOf('known', 98n))]
  expect(await Promise.all([flood, signIns].map(refusedOf))).toEqual([7, 0])
})
