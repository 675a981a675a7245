// Guards of authentication: merchants, portal users, admins.
import { type Mutant, without } from './mutant.ts'

const signed = 'server/merchants/identity/signed-request.ts'
const signedTests = 'server/merchants/identity/signed-request.test.ts'
const basic = 'server/merchants/identity/basic-auth.ts'
const basicTests = 'server/merchants/identity/basic-auth.test.ts'
const guardTests = 'test/journeys/admin-guard.test.ts'
const auditTests = 'server/admin/audit.test.ts'

export const access: readonly Mutant[] = [
  without('signature comparison', ['server/kernel/constant-time.ts', 'return timingSafeEqual(createHash', 'return a.length === b.length || timingSafeEqual(createHash'], 'any signature of the right length is accepted', signedTests, basicTests),
  without('request signature', [signed, 'if (!matches) throw', 'if (matches === undefined) throw'], 'anyone who knows an API key can call', signedTests),
  {
    name: 'signature over the body',
    breaks: 'a signed request is replayed with another body',
    edits: [{ file: signed, find: '    .update(parts.body)\n', replace: '' }],
    tests: [signedTests],
  },
  without('stored responses of a cached key', ['server/cards/orders/api.ts', '(response) => !isReplay(response),', '(response) => isReplay(response) || true,'], 'a rotated key reads responses from before its rotation', signedTests),
  without('timestamp too old', [signed, 'if (age > timestampToleranceSeconds) throw', 'if (age > timestampToleranceSeconds * 1_000_000) throw'], 'a signed request is replayed hours later', signedTests),
  without('timestamp in the future', [signed, 'if (-age > timestampToleranceSeconds) throw', 'if (-age > timestampToleranceSeconds * 1_000_000) throw'], 'a request is signed for next year', signedTests),
  without('duplicate header', [signed, 'if (sent.some((values) => values.length > 1)) throw', 'if (sent.length > 9) throw'], 'a proxy and we read two different keys', signedTests),
  without('environment of a key', [signed, 'if (holder.keyEnvironment !== merchant.environment || !environments', 'if (!environments'], 'a sandbox key moves real money', signedTests, 'server/merchants/go-live/go-live.test.ts'),
  without('allowlist', [signed, 'return networks.length === 0 || isInNetworks(address, networks)', 'return networks.length >= 0 || isInNetworks(address, networks)'], 'a stolen key is used from anywhere', signedTests, basicTests),
  without('suspended merchant, signed request', [signed, "if (merchant.status === 'suspended') throw", "if (merchant.name === '') throw"], 'a suspended merchant continues to operate', signedTests, 'server/merchants/directory/administer.test.ts'),
  without('merchant secret', [basic, 'if (!holder || !isRight) throw', 'if (!holder) throw'], 'anyone who knows a merchant code can send transfers', basicTests),
  without('suspended merchant, Basic authentication', [basic, "if (merchant.status === 'suspended') throw", "if (merchant.name === '') throw"], 'a suspended merchant continues to operate', basicTests, 'server/merchants/directory/administer.test.ts'),
  without('order after a rotation', ['server/cards/transaction/queries.ts', 'and m.version = o.merchant_version', 'and o.merchant_version is not null'], 'a replaced key creates orders while it is cached', signedTests, 'server/cards/orders/create-order.test.ts', 'server/merchants/self-service.test.ts'),
  without('end of a session', ['server/merchants/sign-in/bearer.ts', "'delete from access_token where merchant_id = $1 and token_hash is distinct from $2'", "'delete from access_token where merchant_id = $1 and token_hash is distinct from $2 and false'"], 'a thief stays signed in after the password was changed', 'server/merchants/self-service.test.ts', 'server/merchants/sign-in/bearer.test.ts'),
  without('lock after wrong passwords', ['server/merchants/sign-in/login-lock.ts', "'select locked_until from login_failure where who = $1 and locked_until > $2'", "'select locked_until from login_failure where who = $1 and locked_until > $2 and false'"], 'passwords can be guessed without limit', 'server/merchants/sign-in/login.test.ts'),
  without('cross-site requests to the portal', ['server/merchants/sign-in/portal-session.ts', 'const isOther = (origin !== undefined && origin !== own) || (site', "const isOther = (origin === '') || (site"], 'another site calls with the cookie of a signed-in user', 'server/merchants/sign-in/portal-session.test.ts'),
  {
    ...without('cross-site requests to a checkout', ['server/cards/checkout/api.ts', '      refuseCrossSite(needs, request)\n      const transaction', '      const transaction'], 'another site pays with the card of a customer who has the page open', 'test/journeys/charge.test.ts'),
    title: 'only our own page can act on a checkout link',
  },
  without('admin token', ['server/admin/access.ts', 'tokens.filter((known) => equalInConstantTime(known.token, token))', 'tokens.filter((known) => known.token.length > 0 && token.length > 0)'], 'any token opens the admin API', guardTests),
  without('admin network', ['server/admin/access.ts', 'if (!isInNetworks(request.ip, networks)) throw', 'if (networks.length === 0) throw'], 'a stolen token is used from anywhere', guardTests),
  without('audit: content of a row', ['server/admin/audit.ts', 'return secrets.codes(auditPurpose, textOf(row)).find(({ code }) => code.equals(row.hash))?.age', 'return secrets.codes(auditPurpose, textOf(row)).find(({ code }) => code.length === row.hash.length)?.age'], 'a row of the audit log is rewritten', auditTests),
  without('audit: order', ['server/admin/audit.ts', 'if (row.seq !== previous.seq + 1n) return', 'if (row.seq < 0n) return'], 'a row is removed from the audit log', auditTests),
  without('audit: chain', ['server/admin/audit.ts', 'if (!row.previous_hash.equals(previous.hash)) return', 'if (row.previous_hash.length === 0) return'], 'a row follows one that never existed', auditTests),
  without('audit: end', ['server/admin/audit.ts', 'if (!isWhole) return', 'if (isWhole === undefined) return'], 'the audit log is truncated', auditTests),
  without('audit: money movements', ['server/admin/audit.ts', 'if (stand > acts) return', 'if (stand < 0) return'], 'money is moved without an audit log entry', 'server/remittance/wallets/adjustment.test.ts'),
] // biome-ignore format: a table with one row per line
