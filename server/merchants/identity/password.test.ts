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

test('one password hash runs at a time in each lane, 32 wait and further ones are 503 [S-32]', async () => {
  const { verify } = openPasswords()
  const flood = Array.from({ length: 40 }, () => verify(placeholderHash, 'x', 'other'))
  // Admins, and users who have not failed, do not wait for the flood.
  const others = [verify(placeholderHash, 'x', 'known'), verify(placeholderHash, 'x', 'staff')]
  let isOver = false
  const outcomes = Promise.allSettled(flood).finally(() => {
    isOver = true
  })
  await Promise.all(others)
  assert.equal(isOver, false)
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 7)
})
