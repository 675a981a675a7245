// Guards of transfers, wallets, rates, operators and screening.
import { type Mutant, without } from './mutant.ts'

const dispatch = 'server/remittance/dispatch.ts'
const neverTwice = 'server/remittance/never-twice.test.ts'
const callbacks = 'server/remittance/callbacks.ts'
const applying = 'server/remittance/apply-callbacks.ts'
const inquiries = 'server/remittance/callback-inquiry.test.ts'
const transferTests = 'test/journeys/transfer.test.ts'

export const remittance: readonly Mutant[] = [
  without('money in the wallet', ['server/remittance/wallet.ts', 'if (available < 0n) return undefined', 'if (available < -(10n ** 15n)) return undefined'], 'a transfer is sent that nobody paid for', 'server/remittance/wallet.test.ts', 'server/remittance/inbound.test.ts'),
  {
    ...without('reference, once', ['server/remittance/accept.ts', 'if (known) return { verdict: repeatOf(known, candidate) }', 'if (known && candidate === undefined) return { verdict: repeatOf(known, candidate) }'], 'a repeat that comes together with the first is sent as another transfer', 'server/remittance/inbound-repeat.test.ts'),
    schema: 'alter table transfer drop constraint transfer_merchant_id_environment_reference_key',
  },
  without('reference of another content', ['server/remittance/known-reference.ts', 'known.content.equals(contentOf(request))', 'known.content.length > 0'], 'another transfer under a known reference gets the answer of the first', 'server/remittance/inbound-repeat.test.ts'),
  {
    name: 'held transfers only',
    breaks: 'a transfer that is under way is released, and paid, a second time',
    edits: [
      { file: 'server/remittance/hold.ts', find: "if (transfer.status !== 'Hold') throw", replace: "if (transfer.status === ('' as string)) throw" },
      { file: 'server/remittance/hold.ts', find: "if (!(await moveTransfer(sql, transfer, 'released', {}, now)))\n    throw", replace: "if ((await moveTransfer(sql, transfer, 'released', {}, now)) === undefined)\n    throw" },
    ],
    tests: ['server/remittance/hold.test.ts'],
  },
  without('blacklist at a release', ['server/remittance/hold.ts', 'if (await isBlacklisted(sql, transfer.environment, transfer.customer_number))', 'if (isBlacklisted === undefined)'], 'a held transfer goes to a number that was blacklisted meanwhile', 'server/remittance/hold.test.ts'),
  without('suspended at a release', ['server/remittance/hold.ts', "if (fees?.status === 'suspended') throw", "if (fees?.status === 'gone') throw"], 'a held transfer of a suspended merchant goes out', 'server/remittance/hold.test.ts'),
  without('sandbox cap at a release', ['server/remittance/hold.ts', '  assertWithinCap(transfer.environment, quote)\n', '  void assertWithinCap\n'], 'a sandbox pays out what it was not to', 'server/remittance/hold.test.ts'),
  without('merchant as it is', ['server/remittance/accept.ts', 'if (current.get(candidate.merchant.id) !== candidate.merchant.version) {', 'if (current.size < 0) {'], 'a suspended merchant sends what it asked for a moment before', 'server/remittance/inbound-standing.test.ts'),
  without('reversal: acknowledged', ['server/remittance/reversal-dispatch.ts', ' && !operation.acknowledged)', ')'], 'what the operator is taking back is asked for again, and its no is believed', neverTwice),
  without('reversal: doubt', ['server/remittance/reversal-dispatch.ts', "if (standing.kind === 'succeeded' && work.operation.uncertain)", "if (standing.kind === 'succeeded' && work.operation.id === '')"], 'the no to a repeat ends a reversal that is done after all', neverTwice),
  without('sandbox at a release', ['server/remittance/hold.ts', 'if (fees?.environment !== transfer.environment) throw', 'if (fees === null) throw'], 'a trial transfer is told as paid to a merchant that works with real money', 'server/remittance/hold.test.ts'),
  without('rate at a release', ['server/remittance/hold.ts', 'freshQuote(needs, sent, card,', 'freshQuote({ clock: { now: () => card?.asOf ?? now } }, sent, card,'], 'a held transfer is converted by a rate of last week', 'server/remittance/hold.test.ts'),
  without('fee at a release', ['server/remittance/hold.ts', 'freshQuote(needs, sent, card, fees ?? {', 'freshQuote(needs, sent, card, {'], "a transfer that was held goes out without the merchant's fee", 'server/remittance/hold.test.ts'),
  without('blacklist', ['server/remittance/inbound.ts', 'if (isBlacklisted) throw', 'if (isBlacklisted === undefined) throw'], 'a blacklisted number is sent money', 'server/compliance/blacklist.test.ts', 'server/remittance/inbound.test.ts'),
  without('screening holds', ['server/remittance/inbound.ts', 'quote: screening.hold ? undefined : freshQuote', 'quote: freshQuote'], 'somebody on a list of sanctions is sent money', 'server/remittance/hold.test.ts'),
  without('freshness of a rate', ['server/remittance/rates.ts', 'return Temporal.Instant.compare(card.asOf.add({ hours: freshHours }), now) >= 0', 'return Temporal.Instant.compare(card.asOf.add({ hours: freshHours * 100 }), now) >= 0'], 'money is converted by a rate of last week', 'server/remittance/rates.test.ts'),
  without('conversion rounds down', ['server/remittance/rates.ts', 'return (hundredths * 1_000_000n) / rate', 'return (hundredths * 1_000_000n + rate / 2n) / rate'], 'more is paid out than was sent', 'server/remittance/rates.test.ts'),
  without('key of a top-up: one owner', ['server/remittance/top-up.ts', '`${merchantCode}:${environment}:${given}`', 'given'], "the key of one merchant keeps another one's money from being booked", 'server/remittance/top-up.test.ts'),
  without('key of a top-up: one environment', ['server/remittance/top-up.ts', ':${environment}:', ':'], 'a key of the sandbox keeps real money from being booked', 'server/remittance/top-up.test.ts'),
  without('second person', ['server/remittance/adjustment.ts', 'if (isRequestedBy(adjustment, admin)) throw', 'if (isRequestedBy === undefined) throw'], 'one person gives a merchant money alone', 'server/remittance/adjustment.test.ts'),
  {
    ...without('second token of one person', ['server/remittance/adjustment.ts', '(requested_owner ?? requested_by) === ownerOf(admin) || requested_by === admin.name', 'requested_by === admin.name'], 'one person with two tokens gives a merchant money alone', 'server/remittance/adjustment.test.ts'),
    schema: 'alter table wallet_adjustment drop constraint adjustment_second_owner',
  },
  without('sum of one person', ['server/remittance/top-up.ts', '(sum?.booked ?? 0n) + amount > mostToppedUp', 'amount > mostToppedUp'], 'one person gives a merchant as much as it likes, in several top-ups', 'server/remittance/top-up.test.ts'),
  without('sum of one person: whatever the token', ['server/remittance/top-up.ts', 'environment, ownerOf(admin), since]', 'environment, admin.name, since]'], 'one person with two tokens tops up twice as much', 'server/remittance/top-up.test.ts'),
  without('sum of one person: one at a time', ['server/remittance/top-up.ts', '  await lockWallets(sql, [owner])\n', '  void lockWallets\n'], 'top-ups of one person that come at once pass its sum together', 'server/remittance/top-up.test.ts'),
  without('adjustment decided once', ['server/remittance/adjustment.ts', "if (adjustment.state !== 'PENDING') {\n      const told", "if (adjustment.state === ('' as string)) {\n      const told"], 'an adjustment is booked twice', 'server/remittance/adjustment.test.ts'),
  without('adjustment decided by one at a time', ['server/remittance/adjustment.ts', 'where a.id = $1 for update of a`', 'where a.id = $1`'], 'an adjustment is rejected, and booked', 'server/remittance/adjustment.test.ts'),
  without('unknown is not sent again', [dispatch, "if (answer.kind === 'unknown') return askLater(needs, operation, answer.cause, { uncertain: true })", "if (answer.kind === 'unknown') return again(needs, operation, answer.cause)"], 'a payout whose answer was lost is made again', neverTwice, transferTests),
  without('a forgotten payout is not sent again', [dispatch, 'if (operation.acknowledged) {', "if (operation.id === '') {"], 'what the operator had and forgot is paid a second time', neverTwice),
  without('horizon', [dispatch, "if (!isPastHorizon(needs, operation)) return askLater(needs, operation, 'absent')", 'void isPastHorizon'], 'what the operator does not know yet is sent again at once', neverTwice, transferTests),
  without('refusal after doubt', [dispatch, "if (answer.kind === 'declined' && operation.uncertain)", "if (answer.kind === 'declined' && operation.id === '')"], 'the no to a repeat is taken for a no to the payout, which was paid', neverTwice, 'test/journeys/operator-words.test.ts'),
  without('doubt of a dead worker', ['server/platform/operation.ts', "          uncertain = o.uncertain or o.state = 'sent'\n", '          uncertain = o.uncertain\n'], 'the no to a repeat is taken for a no to the payout of a worker that died', neverTwice),
  without('what is on its way is not refused', [dispatch, "  if (found.kind === 'pending') return waitFor(needs, operation, found)\n  const word = found.kind === 'absent' ? refusal : found", "  const word = found.kind === 'absent' || found.kind === 'pending' ? refusal : found"], 'the money is given back while the payout may still arrive', neverTwice),
  without('a refusal without a look', [dispatch, "  if (found.kind === 'unavailable') return askLater(needs, operation, found.cause)\n  if (found.kind === 'pending') return waitFor(needs, operation, found)\n  const word = found.kind === 'absent' ? refusal : found", "  if (found.kind === 'pending') return waitFor(needs, operation, found)\n  const word = found.kind === 'absent' || found.kind === 'unavailable' ? refusal : found"], 'the no to a repeat is believed because the operator could not be asked, and the money is given back on a guess', neverTwice),
  without('a callback that it is on its way', [applying, '  await acknowledge(db, call.id)\n', '  void acknowledge\n'], 'what the operator reported to have, and forgot, is paid a second time', neverTwice),
  without('callback before the reply', [callbacks, '$2, $2, not exists (', '$2, $2, false and not exists ('], 'an operator that calls a payout failed while its call hangs, and pays it then, has the money given back', inquiries),
  without('callback after a reply that was lost', [callbacks, ' and not ${operation}.uncertain', ''], 'what an operator reports of a payout in doubt is believed without an inquiry', inquiries),
  without('callback during a reversal', [callbacks, "r.kind = 'reversal'", "r.kind = 'none'"], 'a payout that an operator calls taken back, and leaves where it is, is given back', inquiries),
  without('callback against the record', ['server/remittance/settle.ts', "return source === 'inquiry' || heard.inquired ? conflict(sql, heard, transfer, batch) : 'unconfirmed'", 'return conflict(sql, heard, transfer, batch)'], 'what a callback contradicts goes to people before the operator was asked', inquiries),
  without('reply against the record', [dispatch, "if ((await needs.settle(report)) === 'unconfirmed')", "if ((await needs.settle(report)) === 'conflict')"], 'a reply that contradicts the record is lost, and no person hears of it', inquiries),
  without('contradiction that nobody clears up', ['server/remittance/callback-inquiry.ts', 'callback.attempts < mostInquiries) return undefined', 'callback.attempts > 0) return undefined'], 'an operator that cannot be asked keeps a contradiction from people for ever', inquiries),
  without('refusal of a reversal', ['server/remittance/reversal-dispatch.ts', "if (standing.kind === 'succeeded') return refuse", "if (standing.kind !== 'pending') return refuse"], 'a reversal is closed as refused though the operator took the money back, and could not be asked', 'server/remittance/reversal.test.ts'),
  without('another connection', [dispatch, 'if (operation.sent_by !== null && operation.sent_by !== operator.party) {', "if (operation.sent_by === '') {"], 'a payout is asked after, and sent, at an operator that never had it', neverTwice),
  without('paid under two references', ['server/remittance/settle.ts', "if (word.kind !== 'succeeded' || call === 'reversal') return false", 'if (word.kind.length > 0) return false'], 'a payout that was made twice goes unseen', neverTwice, 'test/journeys/operator-words.test.ts'),
  without('token of a callback', [callbacks, '|| !isCallbackToken(secrets, environment, operator, sent.token)', '|| isCallbackToken === undefined'], 'anybody reports payouts as paid', 'test/journeys/operator-words.test.ts', 'test/journeys/tenancy.test.ts'),
  without('amount of a callback', [applying, 'const isOtherAmount = movesMoney && amount !== undefined && amount !== asked', "const isOtherAmount = movesMoney && amount === ''"], 'a report of another amount ends a transfer', 'test/journeys/operator-words.test.ts'),
  {
    ...without('currency of a callback', [applying, 'amount !== undefined && amount !== asked', "amount !== undefined && amount.split(' ')[0] !== String(call.amount_minor)"], 'a report of francs ends a transfer of dollars', 'test/journeys/operator-words.test.ts'),
    title: 'settles nothing',
  },
  {
    ...without('environment of a callback', [applying, 'call.environment === environment && protocolOf', 'protocolOf'], 'what operators say of test money moves real money', 'test/journeys/operator-words.test.ts'),
    title: 'settles nothing',
  },
  {
    ...without('operator of a callback', [applying, 'const isTheirs = call.environment === environment && protocolOf(call.operator) === protocolOf(operator)', 'const isTheirs = call.environment.length > 0 && protocolOf(operator) !== undefined'], "an operator reports of another one's payouts", 'test/journeys/operator-words.test.ts'),
    title: 'of the payout of another operator',
  },
  without('hash of a callback', ['server/adapters/mobile-money/airtel/callback.ts', 'if (!equalInConstantTime(hash, hashOf(signed, key)))', 'if (!equalInConstantTime(hash, hash))'], 'a callback of Airtel is believed without its hash', 'server/adapters/mobile-money/airtel/callback.test.ts'),
  without('digest of a callback', ['server/adapters/mobile-money/pawapay/callback-signature.ts', "if (!isDigestOf(request.body, request.headers['content-digest'] ?? ''))", 'if (isDigestOf === undefined)'], 'a signature of pawaPay is used for another body', 'server/adapters/mobile-money/pawapay/callback.test.ts'),
  without('what a callback signs', ['server/adapters/mobile-money/pawapay/callback-signature.ts', 'if (open.length > 0) return', 'if (open.length > 9) return'], 'a signature that leaves out the body is believed', 'server/adapters/mobile-money/pawapay/callback.test.ts'),
  without('age of a callback', ['server/adapters/mobile-money/pawapay/callback-signature.ts', 'if (fields.expires < now || fields.created', 'if (fields.created'], 'a callback is believed after its signature has run out', 'server/adapters/mobile-money/pawapay/callback.test.ts'),
  without('clearance: what the entry says', ['server/compliance/clearance.ts', 'return JSON.stringify([person.toString(\'base64\'), list, entryId, entryVersion])', 'return JSON.stringify([person.toString(\'base64\'), list, entryId, entryVersion.length < 0])'], 'a clearance holds although the list now says something else', 'server/compliance/screening.test.ts'),
  without('clearance: whole persons only', ['server/compliance/clearance.ts', "if (party.birthDate === undefined || document === '') return undefined", 'if (party.birthDate === null) return undefined'], 'clearing one person clears all of the same name', 'server/compliance/screening.test.ts'),
  without('wallet of another merchant', ['server/remittance/wallet-views.ts', 'where w.merchant_id = $1 and w.environment = $2', 'where $1::bigint is not null and w.environment = $2'], "a merchant reads another one's history", 'test/journeys/tenancy.test.ts', 'server/remittance/wallet-views.test.ts'),
  without('transfers of another merchant', ['server/remittance/queries.ts', 'where t.merchant_id = $1 and t.environment = $2', 'where $1::bigint is not null and t.environment = $2'], "a merchant reads another one's transfers", 'test/journeys/tenancy.test.ts', 'server/remittance/transactions.test.ts'),
  without('transfer in the portal', ['server/webhooks/deliveries.ts', 'where t.merchant_id = $1 and t.environment = $2 and t.id = $3', 'where $1::bigint is not null and t.environment = $2 and t.id = $3'], "a merchant reads another one's webhooks", 'server/portal/foreign-token.test.ts', 'test/journeys/tenancy.test.ts'),
] // biome-ignore format: a guard a line
