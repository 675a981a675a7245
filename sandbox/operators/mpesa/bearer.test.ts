import { constants, createPublicKey, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { publicKeyText, type RsaPair } from '../rsa.ts'
import { unwrapBearer } from './bearer.ts'

const pair: RsaPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other: RsaPair = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Encrypts as a client does that knows only what the portal shows. */
function wrap(key: RsaPair, text: string, padding: number = constants.RSA_PKCS1_PADDING): string {
  const publicKey = createPublicKey({
    key: Buffer.from(publicKeyText(key), 'base64'),
    format: 'der',
    type: 'spki',
  })
  return `Bearer ${publicEncrypt({ key: publicKey, padding }, Buffer.from(text)).toString('base64')}`
}

test('a bearer encrypted with the portal key is decrypted', () => {
  expect(unwrapBearer(pair, wrap(pair, 'api-key-of-the-shop'))).toBe('api-key-of-the-shop')
})

test('a bearer with other padding, another key or plain text is not decrypted', () => {
  expect(unwrapBearer(pair, wrap(pair, 'secret', constants.RSA_PKCS1_OAEP_PADDING))).not.toBe('secret')
  expect(unwrapBearer(pair, wrap(other, 'secret'))).not.toBe('secret')
  expect(unwrapBearer(pair, 'Bearer c2VjcmV0')).not.toBe('secret')
  expect(unwrapBearer(pair, 'Basic c2VjcmV0')).toBeNull()
  expect(unwrapBearer(pair, undefined)).toBeNull()
})
