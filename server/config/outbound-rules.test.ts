import { expect, test } from 'vitest'
import { outboundOptions } from './settings.ts'

const sandbox = { production: false, BASE_URL: 'http://localhost:8080' }

test('a sandbox may call private addresses only while it listens on loopback', () => {
  for (const HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost'])
    expect(outboundOptions({ ...sandbox, HOST })).toEqual({ reach: 'private' })
  for (const HOST of ['0.0.0.0', '::', '192.168.1.4', '203.0.113.9', 'sandbox.example'])
    expect(outboundOptions({ ...sandbox, HOST })).toEqual({ reach: 'open', ownOrigin: sandbox.BASE_URL })
  expect(outboundOptions({ ...sandbox, production: true, HOST: '127.0.0.1' })).toEqual({ reach: 'public' })
})
