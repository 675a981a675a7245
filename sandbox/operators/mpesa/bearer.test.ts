import { constants, createPublicKey, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPortalKey, type PortalKey, unwrapBearer } from './bearer.ts'

function wrap(key: PortalKey, text: string, padding: number = constants.RSA_PKCS1_PADDING): string {
  const publicKey = createPublicKey({
    key: Buffer.from(key.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  return `Bearer ${publicEncrypt({ key: publicKey, padding }, Buffer.from(text)).toString('base64')}`
}

test('what is wrapped under the portal’s key is read again', async () => {
  const key = await openPortalKey()
  expect(unwrapBearer(key, wrap(key, 'api-key-of-the-shop'))).toBe('api-key-of-the-shop')
})

test('the process makes one key and keeps it', async () => {
  expect((await openPortalKey()).publicKey).toBe((await openPortalKey()).publicKey)
})

test('a key given as PEM is the one that is shown', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = await openPortalKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  expect(key.publicKey).toBe(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
})

test('the newer padding, another key and plain text do not give the text', async () => {
  const key = await openPortalKey()
  const other = await openPortalKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  )
  expect(unwrapBearer(key, wrap(key, 'secret', constants.RSA_PKCS1_OAEP_PADDING))).not.toBe('secret')
  expect(unwrapBearer(key, wrap(other, 'secret'))).not.toBe('secret')
  expect(unwrapBearer(key, 'Bearer c2VjcmV0')).not.toBe('secret')
  expect(unwrapBearer(key, 'Basic c2VjcmV0')).toBeNull()
  expect(unwrapBearer(key, undefined)).toBeNull()
})
