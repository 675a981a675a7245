import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptRsa } from './rsa.ts'

const pair = generateKeyPairSync('rsa', { modulusLength: 1024 })
const paddings = {
  'PKCS#1 v1.5': { padding: constants.RSA_PKCS1_PADDING },
  'OAEP with SHA-256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
  'OAEP with SHA-1': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
}

// Padding is random, and what one scheme pads may look like another's: once is not enough.
test.each(Object.entries(paddings))('%s is read, every time', (_name, padding) => {
  for (let time = 0; time < 1500; time += 1) {
    const cipherText = publicEncrypt({ key: pair.publicKey, ...padding }, Buffer.from('1234'))
    expect(decryptRsa(pair, cipherText.toString('base64'))).toBe('1234')
  }
})

test('what is no cipher text, or another key’s, is not read', () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const foreign = publicEncrypt(
    { key: other.publicKey, ...paddings['OAEP with SHA-256'] },
    Buffer.from('1234'),
  )
  for (const text of ['1234', '', foreign.toString('base64')]) expect(decryptRsa(pair, text)).not.toBe('1234')
})
