// Mutants of authentication (merchants, portal users, admins) and of receipts.
import { type Mutant, without } from './mutant.ts'

const signedTests = 'server/merchants/identity/signed-request.test.ts'
const scopeTests = 'server/composition/key-scopes.test.ts'
const settingTests = 'server/merchants/alerts/setting-change.test.ts'
const rotationTests = 'server/merchants/profile/rotate-credentials.test.ts'
const basicTests = 'server/merchants/identity/basic-auth.test.ts'
const guardTests = 'test/journeys/admin-guard.test.ts'
const receiptTests = 'server/receipts/receipts.test.ts'
const verifyTests = 'web/verify/verify.test.ts'
const auditTests = 'server/admin/audit.test.ts'

const confirmationTests = 'server/merchants/alerts/confirmations.test.ts'
const logoTests = 'server/merchants/brand/logo-image.test.ts'
const brandTests = 'server/merchants/brand/brand.test.ts'

const sharedEmailTests = 'server/merchants/sign-in/shared-email.test.ts'

export const access: readonly Mutant[] = [
  without('contact of a merchant: global networks', ['global-network-contact', 'remove'], 'strangers have us send messages to satellite phones', 'server/merchants/alerts/confirmations.test.ts'),
  without('confirmation: code', ['confirmation-code', 'and code_mac = $3', 'and $3::bytea is not null'], 'any code confirms an address', confirmationTests),
  without('confirmation: own code', ['confirmation-code', 'merchant_id = $1 and address = $2', '$1::bigint is not null and address = $2'], 'each account that names an address guesses at the code of the others', confirmationTests),
  without('confirmation: guesses', ['confirmation-guesses', 'await db.rows(findOwn, [merchantId, address, clock.now()])', '[]'], 'each account that names an address has guesses of its own', confirmationTests),
  without('confirmation: guesses without a code', ['confirmation-guesses', 'await db.rows(findOwn, [merchantId, address, clock.now()])', '[true]'], 'strangers lock the confirmation of an address without having a code', confirmationTests),
  without('confirmation: pause', ['confirmation-code-pause', 'remove'], 'a stranger has one code after the other sent to an address', confirmationTests),
  without('confirmation: one code', ['one-code-per-address', 'address = $1 and expires_at > $2', 'address is null and $1::text is not null and expires_at > $2'], 'each account that names an address adds a code that can be guessed', confirmationTests),
  without('confirmation: first code', ['first-code', '!isWaiting && Math.max(pausedSeconds, freeSeconds) <= 0', 'freeSeconds <= 1e9'], 'every sign-up sends another code to an address', confirmationTests),
  without('confirmation: one user', ['confirmed-email-once', 'remove'], 'a second user who confirms an email breaks the page', confirmationTests),
  without('confirmation: sign-up', ['sign-up-code', 'confirmEmail ? null : now', 'now'], 'whoever signs up with the email of another counts as that person', confirmationTests),
  without('confirmation: email', ['unconfirmed-email', '!row.is_email_confirmed', 'false'], 'strangers have us send messages to any email', confirmationTests),
  without('confirmation: telephone', ['unconfirmed-phone', '!row.is_phone_confirmed', 'false'], 'strangers have us send messages to any telephone', confirmationTests),
  without('invitation: a day', ['invitations-a-day', 'remove'], 'strangers have us mail invitations to anybody', confirmationTests),
  without('invitation: seen by the inviter', ['invitation-unseen', '!mailsInvitations', 'Boolean(baseUrl)'], 'an owner accepts an invitation in the name of another', confirmationTests),
  without('admins: refused sign-ins', ['refused-sign-in-logged', 'remove'], 'guesses at the sign-in of admins leave no trace', 'test/security/canaries.test.ts'),
  without('sign-in: failures of an address', ['failed-sign-ins', 'remove'], 'one address takes the sign-in of everybody', 'server/merchants/sign-in/failure-limit.test.ts'),
  without('sign-in: failures of other accounts', ['failures-of-only-account', 'if (isOnlyOne) ', ''], 'an account with the email of another clears the lock of its password', sharedEmailTests),
  without('sign-in: accounts of an email', ['accounts-of-email', 'order by u.email_confirmed_at is null, d.account_id is null, u.id = max(u.id) over () desc, u.id', 'order by u.email_confirmed_at is null, u.id'], 'a stranger who signs up with an email first locks its owner out', sharedEmailTests),
  without('sign-in: programs', ['ranked-device', 'device.isBrowser ? deviceHash(device) : null', 'deviceHash(device)'], 'strangers behind the same address lock the newest account with their email out', sharedEmailTests),
  without('sign-in: known devices', ['known-device', 'accounts.find(({ knows_device }) => knows_device)', 'accounts[0]'], 'refusals tell which emails have accounts', 'server/merchants/sign-in/login.test.ts'),
  without('sign-in: own password', ['own-password-failures', 'remove'], 'a stolen session has hashes computed without limit', sharedEmailTests),
  without('password reset: failures of others', ['reset-clears-own-failures', `and not exists (
            select from merchant_user u join merchant_user o on o.email = u.email and o.id <> u.id
             where u.id = $3 and u.email_confirmed_at is null)`, 'and $3::bigint is not null'], 'the reset of an account clears the lock of another with its email', sharedEmailTests),
  without('sign-in: queues', ['hash-queues', 'known, staff, session', 'known: other, staff: other, session'], 'guesses keep users and admins waiting', 'server/accounts/password.test.ts'),
  without('sign-in: queue of sessions', ['hash-queues', 'sessions(() => known(work))', 'known(work)'], 'signed-in users keep others from signing in', 'server/accounts/password.test.ts'),
  without('sign-in: shares of a queue', ['hash-shares', 'remove'], 'one team keeps the users of all merchants from signing in', 'server/accounts/password.test.ts'),
  without('sign-up: share of a queue', ['sign-up-hash-share', "{ queue: 'other', address }", "'staff'"], 'one address keeps strangers from signing in with its sign-ups', 'server/merchants/sign-in/sign-up.test.ts'),
  without('names: reserved', ['reserved-names', '!claimsToBeUs(name)', 'name.length > 0'], 'a merchant stands on receipts as our support', 'server/merchants/sign-in/sign-up.test.ts'),
  without('names: contact', ['contact-in-name', '!hasContact(name)', 'name.length > 0'], 'our mails tell strangers to call a number that a merchant has as its name', 'server/merchants/sign-in/sign-up.test.ts'),
  without('names: misspelled', ['misspelled-name', 'remove'], 'a merchant called Likvta passes for us', 'server/kernel/text/name-skeleton.test.ts'),
  without('names: authorities', ['authority-name', 'return (', 'return parts.length < 0 && ('], 'a merchant passes for the central bank', 'server/kernel/text/name-skeleton.test.ts'),
  without('logo: size', ['logo-size', 'bytes.length > maxLogoBytes', 'bytes.length < 0'], 'payers download a logo of any size', logoTests, brandTests),
  without('logo: dimensions', ['logo-pixels', 'isFine(width) && isFine(height)', 'width + height > 0'], 'a small file fills the memory of the browser that shows it', logoTests, brandTests),
  without('contact of a merchant: premium rate', ['premium-rate-contact', 'remove'], 'payers are asked to call a number that costs them dearly', 'server/merchants/brand/support.test.ts'),
  without('logo: bytes after the image', ['logo-trailing-bytes', "name === 'IEND' && end !== bytes.length", "name === ''"], 'a page is stored behind a picture', logoTests, brandTests),
  without('logo: address', ['logo-address', 'sent.address === logo', "sent.address !== ''"], 'a logo at an address of somebody else counts as set', brandTests),
  without('accent: form', ['accent-form', '/^#[0-9a-f]{6}$/i.test(sent)', "sent !== ''"], 'a colour brings rules of its own into the style of payment pages', brandTests),
  without('accent: colour of the text', ['accent-ink', 'contrast(fill, white) >= text ? white : black', 'white'], 'the text of a button cannot be read', 'server/merchants/brand/accent.test.ts'),
  without('brand: audit', ['brand-audit', 'remove'], 'nobody can tell who changed what payers see', brandTests),
  without('signature comparison', ['constant-time-comparison', 'timingSafeEqual', 'a.length === b.length || timingSafeEqual'], 'any signature of the right length is accepted', signedTests, basicTests),
  without('request signature', ['request-signature', '!matches', 'matches === undefined'], 'anyone who knows an API key can call', signedTests),
  {
    name: 'signature over the body',
    breaks: 'a signed request is replayed with another body',
    changes: [['signed-parts', '.update(parts.body)', '']],
    tests: [signedTests],
  },
  without('stored responses of a cached key', ['cached-key-replay', '!isReplay(response)', 'isReplay(response) || true'], 'a rotated key reads responses from before its rotation', signedTests),
  without('timestamp too old', ['expired-timestamp', 'timestampToleranceSeconds', 'timestampToleranceSeconds * 1_000_000'], 'a signed request is replayed hours later', signedTests),
  without('timestamp in the future', ['future-timestamp', 'timestampToleranceSeconds', 'timestampToleranceSeconds * 1_000_000'], 'a request signed for a future date is accepted', signedTests),
  without('duplicate header', ['repeated-signing-header', 'sent.some((values) => values.length > 1)', 'sent.length > 9'], 'a proxy and the service read different keys', signedTests),
  without('environment of a key', ['api-key-environment', 'holder.keyEnvironment !== merchant.environment ||', ''], 'a sandbox key moves real money', signedTests, 'server/merchants/go-live.test.ts'),
  without('allowlist', ['network-allowlist', 'networks.length === 0', 'networks.length >= 0'], 'a stolen key is used from anywhere', signedTests, basicTests),
  without('suspended merchant, signed request', ['suspended-merchant-signature', "merchant.status === 'suspended'", "merchant.name === ''"], 'a suspended merchant continues to operate', signedTests, 'server/merchants/directory/administer.test.ts'),
  without('priority of a route', ['routes-have-priorities', 'remove'], 'a new route is served under overload like a health check', 'server/platform/http/load-shedding.test.ts'),
  without('scope of a key', ['key-scope', 'wanted.some((scope) => scopes.includes(scope))', 'wanted.length'], 'a key for charges pays the balance out', scopeTests),
  without('scopes that a role may give', ['money-scopes', "isAllowed(user.role, 'money_keys')", 'user'], 'a developer makes a key that pays the balance out', scopeTests),
  without('scopes that were asked for', ['granted-scopes', 'remove'], 'a developer is told that a key has scopes which it lacks', scopeTests),
  without('scopes of a renewed key', ['rotated-scopes', '&& mayGive.includes(scope)', ''], 'a developer inherits the scopes of the key that an owner made', scopeTests),
  without('password for new credentials', ['rotation-password', 'remove'], 'a stolen session makes keys in production', rotationTests),
  without('phone of a changed setting', ['user-alert', ' && !withPhones', ''], 'the phone is silent once the founder was removed', settingTests),
  without('second factor for a setting', ['setting-step-up', 'remove'], 'a stolen session sends webhooks elsewhere', settingTests),
  without('alert of repeated changes', ['added-facts', '|| (excluded', '|| (message'], 'a second change of the telephone within the hour is hidden from the owners', settingTests),
  without('alert of a changed setting', ['setting-alert', 'remove'], 'an owner does not hear that the allowlist is empty', settingTests),
  without('audit of a changed setting', ['setting-audit', 'remove'], 'nobody can tell later who changed the webhook URL', settingTests),
  without('alert of an alert that ends', ['alert-turned-off', 'remove'], 'a thief mutes alerts unnoticed', settingTests),
  without('alert of a rotation', ['rotation-alert', 'remove'], 'an owner does not hear that keys were made', rotationTests),
  without('merchant secret', ['merchant-secret', '|| !isRight', ''], 'anyone who knows a merchant code can send transfers', basicTests),
  without('suspended merchant, Basic authentication', ['suspended-merchant-secret', "merchant.status === 'suspended'", "merchant.name === ''"], 'a suspended merchant continues to operate', basicTests, 'server/merchants/directory/administer.test.ts'),
  without('order after a rotation', ['order-merchant-version', 'm.version = o.merchant_version', 'o.merchant_version is not null'], 'a replaced key creates orders while it is cached', signedTests, 'server/cards/orders/create-order.test.ts', 'server/merchants/self-service.test.ts'),
  without('session revocation', ['session-revocation', 'token_hash is distinct from $2', 'token_hash is distinct from $2 and false'], 'a thief stays signed in after the password was changed', 'server/merchants/sign-in/password-reset.test.ts'),
  without('suspended merchant, signed in', ['suspended-merchant-session', 'remove'], 'a suspended merchant continues to operate in the portal', 'server/composition/suspended-merchant.test.ts'),
  without('sessions of a suspended merchant', ['suspension-sessions', 'where merchant_id = $1', 'where merchant_id = $1 and false'], 'a session goes on once its merchant is resumed', 'server/merchants/sign-in/bearer.test.ts'),
  without('updates of the role', ['updates-of-role', 'lists.map((list)', 'updateLists.map((list)'], 'a developer hears of payouts', 'server/portal/updates.test.ts'),
  without('updates end with the session', ['updates-end-with-session', 'if (open.delete(subscriber)) subscriber.end()', 'void subscriber'], 'a page keeps hearing of payments after its session ended', 'server/portal/updates.test.ts'),
  without('number of update streams', ['update-subscribers', 'own.length >= maxPerMerchant', 'false'], 'one merchant takes the streams of all others', 'server/portal/updates.test.ts'),
  without('explained refusals', ['explanation-rate', 'remove'], 'whoever names a key makes us compute signatures without limit', 'server/portal/requests/request-log.test.ts'),
  without('sign-in lock', ['sign-in-lock', 'locked_until > $2', 'locked_until > $2 and false'], 'passwords can be guessed without limit', 'server/merchants/sign-in/login.test.ts'),
  without('cross-site requests to the portal', ['portal-request-origin', 'origin !== undefined && origin !== own', "origin === ''"], 'another site calls with the cookie of a signed-in user', 'server/merchants/sign-in/portal-session.test.ts'),
  {
    ...without('cross-site requests to a checkout', ['cross-site-charge', 'remove'], 'another site pays with the card of a customer who has the page open', 'test/journeys/charge.test.ts'),
    title: 'only our own page can act on a checkout link',
  },
  without('admin token', ['admin-token', 'equalInConstantTime(known.token, token)', 'known.token.length > 0 && token.length > 0'], 'any token opens the admin API', guardTests),
  without('admin network', ['admin-network', '!isInNetworks(request.ip, networks)', 'networks.length === 0'], 'a stolen token is used from anywhere', guardTests),
  without('audit: content of a row', ['audit-row-code', 'code.equals(row.hash)', 'code.length === row.hash.length'], 'a row of the audit log is rewritten', auditTests),
  without('audit: order', ['audit-row-order', 'row.seq !== previous.seq + 1n', 'row.seq < 0n'], 'a row is removed from the audit log', auditTests),
  without('audit: chain', ['audit-row-chain', '!row.previous_hash.equals(previous.hash)', 'row.previous_hash.length === 0'], 'a row follows one that never existed', auditTests),
  without('audit: logged head', ['audit-head-logged', 'remove'], 'nobody can tell that the newest rows were replaced', auditTests),
  without('audit: rows against the log', ['audit-logged-head', 'hash.toString(\'hex\') !== known.hash', 'known.hash === \'\''], 'rows that were replaced pass as the logged ones', auditTests),
  without('audit: last row', ['audit-log-end', '!isWhole', 'isWhole === undefined'], 'the audit log is truncated', auditTests),
  without('audit: one writer at a time', ['audit-chain-lock', 'from locked_audit_end()', 'from audit_log order by seq desc limit 1'], 'admin actions at the same moment refuse each other', auditTests),
  without('audit: lock held last', ['audit-lock-last', 'sql.beforeCommit(() => append(sql, secrets, entries))', 'void append(sql, secrets, entries)'], 'one slow admin action holds up all others', auditTests),
  without('audit: money movements', ['audit-book-totals', 'stand > countOf(logged.most, actions)', 'stand < 0'], 'money is moved without an audit log entry', 'server/remittance/wallets/adjustment.test.ts'),
  without('receipt keys: environment', ['receipt-key-environment', 'where environment = $1', 'where $1::text is not null'], 'a test receipt, which anyone can get, verifies as a real one', receiptTests),
  without('receipt: key of its environment', ['receipt-signing-environment', 'facts.environment', "'production'"], 'a test payment gets a receipt of real money', receiptTests),
  without('receipt keys: what a deployment publishes', ['published-receipt-keys', "needs.production ? 'production' : 'sandbox'", "needs.production ? 'sandbox' : 'sandbox'"], 'verifiers of real receipts trust the keys of test receipts', receiptTests),
  without('receipt keys: withdrawn', ['withdrawn-receipt-key', 'withdrawn_at === null', 'withdrawn_at !== undefined'], 'receipts forged with a leaked key keep verifying', receiptTests),
  without('receipt: owner of a payment', ['payment-receipt-owner', 'and t.merchant_id = $2', 'and $2::bigint is not null'], 'a merchant reads the receipts of another', receiptTests),
  without('receipt: completed payment', ['payment-receipt-status', '!state', 'state === null'], 'a payment that failed gets a receipt', receiptTests),
  without('receipt: completed transfer', ['transfer-receipt-status', '!state', 'state === null'], 'a transfer that failed gets a receipt', receiptTests),
  without('receipt page: signature', ['receipt-signature', "crypto.subtle.verify('Ed25519', key, signature, signed)", 'true'], 'any text with a known key id is a receipt', verifyTests),
  without('receipt page: signature, older browsers', ['receipt-signature-fallback', 'verifyAsync(signature, signed, raw, { zip215: false })', 'true'], 'an older browser accepts any receipt', verifyTests),
  without('receipt page: verdict', ['verified-receipt', '!(await isGenuine(token, key.x))', 'false'], 'a changed amount is shown as genuine', verifyTests),
  without('receipt page: test receipts', ['test-receipt', "key.environment !== 'production'", 'false'], 'a test receipt passes for a payment', verifyTests),
  without('receipt page: receipts never issued', ['issued-receipt', "now === 'unknown' || now.amount !== facts.amount || now.currency !== facts.currency", "now === 'unknown' && false"], 'a receipt forged with a leaked key passes online', verifyTests),
] // biome-ignore format: a table with one row per line
