import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptRsa } from './rsa.ts'

const pair = generateKeyPairSync('rsa', { modulusLength: 1024 })

function oaep(text: string): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key: pair.publicKey, padding, oaepHash: 'sha256' }, Buffer.from(text))
}

/** Whether decryption without padding gives a text that looks like PKCS#1 v1.5. */
function looksLikePkcs1(bytes: Buffer): boolean {
  const padded = privateDecrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, bytes)
  return padded[1] === 2 && padded.indexOf(0, 2) >= 10
}

test('a text encrypted with OAEP is decrypted, even one that looks like PKCS#1 v1.5', () => {
  let bytes = oaep('1234')
  expect(decryptRsa(pair, bytes.toString('base64'))).toBe('1234')
  while (!looksLikePkcs1(bytes)) bytes = oaep('1234')
  expect(decryptRsa(pair, bytes.toString('base64'))).toBe('1234')
})

test('a text in PKCS#1 v1.5 is decrypted, but not one for another key', () => {
  const padding = constants.RSA_PKCS1_PADDING
  const bytes = publicEncrypt({ key: pair.publicKey, padding }, Buffer.from('1234'))
  expect(decryptRsa(pair, bytes.toString('base64'))).toBe('1234')
  const other = generateKeyPairSync('rsa', { modulusLength: 1024 })
  expect(decryptRsa(other, bytes.toString('base64'))).not.toBe('1234')
})
