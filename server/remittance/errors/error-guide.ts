// Cause and remedy of each remittance error code, for a merchant's developer. docs/errors/ is generated from this table
// and the problem catalogues. A test checks that every code in the sources is covered.
import { accessProblems } from '../../admin/access.ts'
import { complianceProblems } from '../../compliance/problems.ts'
import type { ProblemSpec } from '../../kernel/problem.ts'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { merchantAdminProblems, selfServiceProblems } from '../../merchants/problems.ts'
import { codeOf } from '../../platform/http/coded-errors.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { remittanceProblems } from '../transfer/problems.ts'

/** Written directly to the socket before there is a path, so it has no remittance code. */
const { headers_too_large: _, ...answered } = requestProblems

const catalogues: readonly Readonly<Record<string, ProblemSpec>>[] = [
  answered,
  basicProblems,
  accessProblems,
  selfServiceProblems,
  merchantAdminProblems,
  complianceProblems,
  remittanceProblems,
]

/** Every problem of the remittance service by code, in numeric order. */
export function problemsByCode(): Map<string, ProblemSpec[]> {
  const found = new Map<string, ProblemSpec[]>()
  for (const spec of catalogues.flatMap((catalogue) => Object.values(catalogue)))
    found.set(codeOf(spec), [...(found.get(codeOf(spec)) ?? []), spec])
  return new Map([...found].sort(([a], [b]) => numberOf(a) - numberOf(b)))
}

const numberOf = (code: string) => Number(code.slice(4))

/** What causes an error, and how to fix it. */
export type Advice = { cause: string; mend: string }

export const errorGuide: Readonly<Record<string, Advice>> = {
  'RMT-401': {
    cause:
      'Transfer endpoints: the Authorization header is missing, duplicated or not Basic, or its merchant code or merchant secret is wrong. A rotated secret stops working immediately. Self-service: the email or password is wrong, or the access token is missing, unknown, expired, or revoked by a logout or password change.',
    mend: 'For transfers, send `Authorization: Basic` with the Base64 of `<merchant_code>:<merchant_secret>`. The secret starts with `msk_`; the API key and API secret are for cards only. For self-service, sign in again.',
  },
  'RMT-403': {
    cause:
      'The credentials are valid but do not allow this request: the merchant is suspended, the request came from an address outside its whitelist, the deployment does not serve its environment, or a sandbox-only call was made by or for a live merchant (a transfer held in the sandbox cannot be released after going live). Sign-up may be closed. Admin endpoints: the network or the token is not allowed.',
    mend: 'The message names the reason. Contact the administrator of the deployment. Behind a proxy, `TRUSTED_PROXIES` determines which client address is used.',
  },
  'RMT-404': {
    cause:
      "The path does not exist, or nothing has this reference or id. Another merchant's transfer is not found either.",
    mend: 'Check the path and the reference. An inbound request that got a 4xx response created no transfer, so its reference is not found: correct the request and send it again.',
  },
  'RMT-405': {
    cause: 'The path exists but does not support this method.',
    mend: 'Use one of the methods in the `Allow` header.',
  },
  'RMT-409': {
    cause:
      'An earlier request with the same `Idempotency-Key` is still in progress, or the state of the merchant, which the message names, does not allow this request.',
    mend: 'With an `Idempotency-Key`, wait a second and send the same request with the same key to get the response of the first. Otherwise read the current state: `GET /api/v1/merchant/go-live`, `GET /api/v1/merchant/callback`.',
  },
  'RMT-413': {
    cause: 'The body is larger than 64 KiB, or larger than 4 KiB without credentials.',
    mend: 'A transfer needs about 1 KiB. Send `Authorization` with every request that requires it.',
  },
  'RMT-415': {
    cause: 'The body is not declared as JSON, or it is compressed.',
    mend: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  'RMT-422': {
    cause:
      'The `Idempotency-Key` was used for another request within 24 hours, or is not 1 to 255 printable ASCII characters.',
    mend: 'Use a new key for each new request and the same key only to repeat one. For transfers, the reference already makes repeats safe without a key.',
  },
  'RMT-429': {
    cause:
      'The merchant has exceeded its request quota; `RateLimit-Limit` gives the burst size. At login: after too many wrong passwords the email is locked for requests from this IP address, even with the right password. API keys and secrets keep working.',
    mend: 'Wait the number of seconds in `Retry-After`. Rely on callbacks to follow transfers, and poll only when a callback is late.',
  },
  'RMT-500': {
    cause: 'An internal error. It is logged under the `X-Request-Id` of the response.',
    mend: 'The outcome of the request is unknown. Send it again with the same reference, which never pays twice. If the error persists, report the `X-Request-Id`.',
  },
  'RMT-503': {
    cause:
      'The service is overloaded and refuses the least important requests first, before doing any work: lists before statuses, statuses before transfers. Or the database is unreachable.',
    mend: 'Send the same request again after `Retry-After`, with the same reference or `Idempotency-Key`: neither has been used. Callbacks are still delivered while lists are refused.',
  },
  'RMT-1001': {
    cause:
      'The body is not a single JSON value in UTF-8: for example an extra comma, a duplicate key, a byte order mark or an empty body.',
    mend: 'Use a JSON library to write the body.',
  },
  'RMT-1002': {
    cause:
      'The amount is not a JSON number, is not above 0, has more than two decimals, or exceeds 9999999999.99 (10000.00 for a top-up). A string such as `"1.00"` is not a number. An amount that converts to less than one US cent is refused as well.',
    mend: 'Send a number: `"amount": 12.5`.',
  },
  'RMT-1003': {
    cause:
      "The sender's currency is not one of USD, EUR, NGN, GHS, UGX, CAD; `receiver_currency` is not USD; or the currency of a live rate is not an ISO 4217 code that the provider supports.",
    mend: 'Send the code in capital letters. Omit `receiver_currency`.',
  },
  'RMT-1004': {
    cause:
      "The phone number is invalid, does not belong to a supported operator, or belongs to another operator than the one given. `errors` names the field. A sender's number may be from any country but must be dialable.",
    mend: 'Check the number with `GET /api/v1/remittance/kyc?phone=…`, which returns country and operator. Omit `operator`: the prefix determines it.',
  },
  'RMT-1005': {
    cause:
      'Fields are missing, empty, too long or of the wrong type, or a list parameter is invalid. `errors` names all of them, including errors that have their own code.',
    mend: 'Fix every field in `errors`; the first response lists them all. Of the required fields, only `sender_msisdn`, `sender_middle_name` and `receiver_middle_name` may be empty strings.',
  },
  'RMT-1006': {
    cause:
      'A date is not `YYYY-MM-DD` or not a real day; the sender is under 18; or the document has expired, has an issue date in the future, or was issued after its expiry date.',
    mend: '`errors` names the dates. Senders under 18 and expired documents are not accepted.',
  },
  'RMT-1007': {
    cause:
      'A transfer with this reference exists with different fields; `errors` names them. This request had no effect.',
    mend: 'Repeat a transfer with the same fields, or use a new reference for a new transfer. Read the existing one with `GET /api/v1/remittance/transaction/status?reference=…`.',
  },
  'RMT-1008': {
    cause:
      'Admins only: another admin has released or rejected the transfer, or it was never held; or the exchange rates no longer need approval.',
    mend: 'Reload the list of holds or rates.',
  },
  'RMT-1009': {
    cause: '`current_password` is not the password of the account.',
    mend: 'Send the password you sign in with.',
  },
  'RMT-1010': {
    cause: 'The new password is not acceptable. The message gives the reason.',
    mend: 'Use 12 to 128 characters that are not a common password.',
  },
  'RMT-1011': {
    cause: 'An entry of `addresses` is neither an IP address nor a network in CIDR notation.',
    mend: 'Write `203.0.113.7` or `203.0.113.0/24`. An empty list allows every address.',
  },
  'RMT-1012': {
    cause: 'Admins only: the number is already on the blacklist of this environment.',
    mend: 'Nothing to do.',
  },
  'RMT-1013': {
    cause: 'Admins only: this alert is already closed.',
    mend: 'Read the alert to see who closed it and why.',
  },
  'RMT-1014': {
    cause:
      'Admins only: the transfer is not Successful, has been or is being reversed, or its operator does not support reversals. The message names the reason. The operator was not called.',
    mend: 'Read the transfer again: `allowed_actions.reverse` shows whether a reversal is possible. If the operator cannot reverse it, recover the money from the beneficiary.',
  },
  'RMT-1015': {
    cause: '`sender_document_type` is not one of PASSPORT, NATIONAL_ID, DRIVING_LICENCE, VOTER_CARD, OTHER.',
    mend: 'Values are case-sensitive. `errors` lists them.',
  },
  'RMT-1016': {
    cause: '`reason_of_transaction` is not one of its 23 values.',
    mend: 'Values are case-sensitive. `errors` lists them; `OTHER` with `reason_details` is always possible.',
  },
  'RMT-1017': {
    cause: '`source_of_funds` is not one of its 10 values.',
    mend: 'Values are case-sensitive. `errors` lists them.',
  },
  'RMT-1018': {
    cause: 'Both `receiver_current_address` and `receiver_permanent_address` are missing or empty.',
    mend: 'Send at least one of them.',
  },
  'RMT-1019': {
    cause:
      '`receiver_document_type` is not one of PASSPORT, NATIONAL_ID, DRIVING_LICENCE, VOTER_CARD, OTHER.',
    mend: 'Values are case-sensitive. `errors` lists them.',
  },
  'RMT-1020': {
    cause:
      'Admins only: there is nothing to inquire about, because the payout has not been sent to the operator yet or no connection to it is configured. The message names the reason.',
    mend: 'Read the transfer again: `payout` shows whether and when it was sent.',
  },
  'RMT-1021': {
    cause: 'Admins only: the admin who requested an adjustment may neither approve nor reject it.',
    mend: 'Ask another admin to decide. Two tokens with the same owner count as one person.',
  },
  'RMT-1022': {
    cause:
      'Admins only: an adjustment, or a top-up beyond the 24-hour limit of one person, needs two people, but `ADMIN_TOKENS` of this deployment names only one owner.',
    mend: 'Add a second owner with a separate token to `ADMIN_TOKENS`.',
  },
  'RMT-1023': {
    cause: 'Admins only: another admin has already approved or rejected the adjustment.',
    mend: 'Reload the list of adjustments.',
  },
  'RMT-1024': {
    cause: 'Admins only: another admin has already paused or resumed the operator.',
    mend: 'Reload the list of operators.',
  },
  'RMT-2001': {
    cause:
      'The available balance does not cover the transfer and its fee. No transfer was created and its reference stays free. If an admin was releasing a held transfer, it stays held; if approving an adjustment, it stays pending.',
    mend: 'Check `GET /api/v1/remittance/balance`, top up the wallet and send the same request again. In the sandbox, use `POST /api/v1/remittance/sandbox/topup`.',
  },
  'RMT-3001': {
    cause: "The beneficiary's number is blacklisted. No transfer was created.",
    mend: 'Do not send to this number. The administrator of the deployment knows the reason.',
  },
  'RMT-4001': {
    cause:
      'The operator has no mobile-money wallet with this number, or the wallet cannot receive money. No transfer was created.',
    mend: 'Ask the sender to check the number, or the beneficiary to open the wallet. `GET /api/v1/remittance/account-lookup` checks a wallet without sending.',
  },
  'RMT-4006': {
    cause:
      '`expected_receiver_name` does not match the registered name of the wallet: the score is below 0.6. No transfer was created.',
    mend: 'Ask the sender to check the number. `GET /api/v1/remittance/account-lookup` with `expected_receiver_name` shows the comparison word by word. Word order, case, accents and common spellings make no difference.',
  },
  'RMT-5001': {
    cause:
      'The operator did not reply to the name look-up, no connection to it is configured, or an admin has paused it. No transfer was created. For an admin inquiry: the operator did not reply, and nothing has changed.',
    mend: 'Send the same request again later, with the same reference.',
  },
  'RMT-5002': {
    cause:
      'The rate provider did not return a live rate, or no provider is configured. Transfers are not affected: they use the rate table.',
    mend: 'Use `GET /api/v1/remittance/rate`, which does not call the provider, and try again later.',
  },
  'RMT-5003': {
    cause:
      'The rate table is more than 12 hours old or does not exist yet, so nothing is converted. No transfer was created. Transfers in USD need no rate.',
    mend: 'Send the same request again later, with the same reference. If you run the deployment, see docs/operations.md, Exchange rates.',
  },
  'RMT-9001': {
    cause: 'Outbound transfers are not available.',
    mend: 'Use `POST /api/v1/remittance/inbound`.',
  },
  'RMT-9003': {
    cause: 'In the sandbox a transfer is limited to 1.00 USD after conversion, whatever its currency.',
    mend: 'Send less: `"amount": 1, "currency": "USD"`.',
  },
}
