// Builds a compact JWE with RSA-OAEP and A256GCM by WebCrypto: a card leaves the browser in this form only.

export async function encryptCompact(content: unknown, jwk: JsonWebKey & { kid: string }): Promise<string> {
  const { kty, n, e } = jwk
  const recipient = await crypto.subtle.importKey(
    'jwk',
    { kty, n, e } as JsonWebKey,
    { name: 'RSA-OAEP', hash: 'SHA-1' },
    false,
    ['encrypt'],
  )
  const contentKey = crypto.getRandomValues(new Uint8Array(32))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const header = encodePart(textBytes(JSON.stringify({ alg: 'RSA-OAEP', enc: 'A256GCM', kid: jwk.kid })))
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt'])
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: textBytes(header), tagLength: 128 },
      key,
      textBytes(JSON.stringify(content)),
    ),
  )
  const wrappedKey = new Uint8Array(await crypto.subtle.encrypt('RSA-OAEP', recipient, contentKey))
  const parts = [wrappedKey, iv, sealed.slice(0, -16), sealed.slice(-16)]
  return [header, ...parts.map(encodePart)].join('.')
}

function textBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

function encodePart(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replaceAll('=', '')
}
