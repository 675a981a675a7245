"""Requests and responses, field by field as in the API. From docs/openapi.json, by `npm run generate`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

Amount = Decimal | int | str | float
"""An amount in a request: ``Decimal("25.50")``, ``25``, ``"25.50"``, or a float with at most two decimals."""
Number = Decimal | int
"""A number in a response, exactly as it was sent."""
DecimalText = str
"""A decimal number as text, with two places."""
UtcTime = str
"""A time in UTC, to the microsecond, written without a zone."""

CardCurrency = Literal["CDF", "USD"]
SenderCurrency = Literal["USD", "EUR", "NGN", "GHS", "UGX", "CAD"]
Operator = Literal["vodacom", "airtel", "orange", "africell"]
TransactionStatus = Literal["PENDING", "SUCCESS", "PARTIALLY_REFUNDED", "FAILED", "CANCELLED", "EXPIRED", "REFUNDED", "VOIDED"]
TransferStatus = Literal["Submitted", "Successful", "Failed", "Reversed", "Hold"]
BalanceTransactionType = Literal["charge", "refund", "void", "fee", "dispute", "dispute_reversal", "payout", "payout_return", "adjustment"]
PayoutState = Literal["REQUESTED", "APPROVED", "SENT", "PAID", "FAILED", "RETURNED", "CANCELLED"]
DisputeState = Literal["INQUIRY", "OPEN", "EVIDENCE_SENT", "WON", "LOST", "ACCEPTED"]
BatchRowState = Literal["UNCHECKED", "READY", "FAULTY", "WAITING", "SENT", "HELD", "SUCCESSFUL", "FAILED", "REVERSED", "CANCELLED"]
ProfileKind = Literal["sender", "beneficiary"]
EventType = Literal["PAYMENT", "REFUND", "VOID", "PAYMENT_CANCELLATION", "REMITTANCE", "PAYOUT", "DISPUTE", "COLLECTION_RETURNED", "BATCH"]
DocumentType = Literal["PASSPORT", "NATIONAL_ID", "DRIVING_LICENCE", "VOTER_CARD", "OTHER"]
ReasonOfTransaction = Literal["INVESTMENT", "CONSTRUCTION", "RENT", "GENERAL", "FUEL", "REPAIRS", "PERSONAL_CARE", "FOOD_AND_GROCERIES", "TRANSPORT", "SHOPPING", "ENTERTAINMENT", "DONATIONS", "FAMILY_SUPPORT", "EDUCATION", "MEDICAL_EXPENSES", "GIFT", "SALARY", "SAVINGS", "TRAVEL", "LOAN_REPAYMENT", "UTILITY_BILLS", "BUSINESS", "OTHER"]
SourceOfFunds = Literal["SALARY", "BUSINESS_INCOME", "SAVINGS", "INVESTMENT_INCOME", "PENSION", "GIFT", "INHERITANCE", "LOAN", "PROPERTY_SALE", "OTHER"]

AMOUNT_FIELDS = frozenset({"amount", "maximum", "minimum", "minimum_part", "receiver_amount", "source_amount", "total"})
"""Fields of requests whose texts are amounts."""


class OrderRequest(TypedDict):
    amount: Amount
    """At most two decimals, at least 1.00 USD or 500.00 CDF."""
    currency: str
    """USD or CDF"""
    merchant_reference: str
    """Your own number of the order. The payer sees it, and webhooks carry it."""
    callback_url: str
    """Where the webhooks of this payment are sent."""
    bill_to_forename: str
    """First name of the payer, or the only name."""
    bill_to_surname: str
    """Last name of the payer; `-` for people with one name."""
    bill_to_email: str
    """Email of the payer, stored in lower case."""
    bill_to_phone: str
    """Digits, spaces, hyphens and parentheses, with or without `+`. Without a country code, the number is read as one of the address country."""
    bill_to_address_line1: str
    """Street and number."""
    bill_to_address_city: str
    """Town or city."""
    bill_to_address_country: str
    """ISO 3166-1 alpha-2"""
    bill_to_address_state: NotRequired[str | None]
    """Required for US and CA, as two letters."""
    bill_to_address_postal_code: NotRequired[str | None]
    """Required for US (12345 or 12345-6789) and CA (A1A1A1)."""
    return_url: NotRequired[str | None]
    """Where the customer goes after paying."""
    redirect_url: NotRequired[str | None]
    """Alias of return_url, which takes precedence."""
    cancel_url: NotRequired[str | None]
    """Where the customer goes after cancelling."""
    payment_methods: NotRequired[list[Literal["card", "mobile_money"]] | None]
    """The only ways to pay this order, among those of the merchant profile; absent: all of them."""


class PaymentLinkRequest(TypedDict):
    kind: NotRequired[Literal["single", "open", "parts"] | None]
    """`single`: each payment is of `amount`. `open`: the payer chooses the amount. `parts`: several payments of `total`."""
    amount: NotRequired[Amount | None]
    """Required for `single`, and absent otherwise."""
    minimum: NotRequired[Amount | None]
    """Of `open`: the lowest amount. Required."""
    maximum: NotRequired[Amount | None]
    """Of `open`: the highest amount."""
    total: NotRequired[Amount | None]
    """Of `parts`: what is to be paid in all. Required."""
    minimum_part: NotRequired[Amount | None]
    """Of `parts`: the lowest amount of one part, but for all that remains. Required."""
    schedule: NotRequired[list[PaymentLinkRequestSchedule] | None]
    """Of `parts`: what is due when, in order of the days; no more than the total."""
    payer_label: NotRequired[str | None]
    """Whom the link is for, in your own words. Payers do not see it."""
    group: NotRequired[str | None]
    """The list that the link belongs to, such as a class."""
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    merchant_reference: str
    """Your own number of the order, which the payer sees."""
    callback_url: NotRequired[str | None]
    """Where the webhooks of its payments are sent. Defaults to the webhook URL of the merchant profile, if any."""
    description: NotRequired[str | None]
    """What the customer pays for; shown on the page. Absent, null or empty: nothing is shown."""
    return_url: NotRequired[str | None]
    """Where the customer goes after paying; absent or null: our own page."""
    cancel_url: NotRequired[str | None]
    """Where the customer goes after cancelling; absent or null: our own page."""
    expires_at: NotRequired[str | None]
    """Until when the link can be paid; absent or null: 7 days from now, or 730 for a link of the kind `parts`."""
    locale: NotRequired[str | None]
    """The language of the page, `fr` or `en`; absent or null: that of the customer’s browser."""
    payment_methods: NotRequired[list[Literal["card", "mobile_money"]] | None]
    """The only ways to pay, among those of your profile; absent or null: all of them."""
    max_uses: NotRequired[int | None]
    """How many payments the link allows; absent or null: one."""


class PaymentLinkRequestSchedule(TypedDict):
    due_on: str
    """The day when the part is due, as YYYY-MM-DD."""
    amount: Amount
    """At most two decimals, at least 1.00 USD or 500.00 CDF."""


class CaptureContextRequest(TypedDict):
    target_origin: str
    """The origin of your page with the card fields, such as `https://shop.example`."""
    allowed_card_networks: NotRequired[list[Literal["VISA", "MASTERCARD", "AMEX"]] | None]
    """The card networks that the fields accept; absent or null: all of yours."""
    locale: NotRequired[str | None]
    """The language of the page, `fr` or `en`; absent or null: that of the customer’s browser."""
    merchant_reference: str
    """Your own number of the order, which the payer sees."""
    return_url: NotRequired[str | None]
    """Where the payer comes back after a challenge in the whole window; an address of `target_origin`."""
    transaction_uuid: NotRequired[str | None]
    """Renews the card fields of this open transaction instead of creating another one."""


class SetupRequest(TypedDict):
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    transient_token: str
    """The one-time token that the card fields returned for the card."""


class EnrolmentRequest(TypedDict):
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    transient_token: str
    """The one-time token that the card fields returned for the card."""
    amount: Amount
    """At most two decimals, at least 1.00 USD or 500.00 CDF."""
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    bill_to: BillTo
    """The name and address of the payer, as the card’s issuer knows them."""
    reference_id: str
    """Ties the set-up of 3-D Secure to the enrolment that follows."""
    browser: NotRequired[BrowserFacts | None]
    """What the payer’s browser says of itself, which the card’s issuer may ask for; absent or null if unknown."""


class BillTo(TypedDict):
    """The name and address of the payer, as the card’s issuer knows them."""

    first_name: str
    """First name of the payer, or the only name."""
    last_name: str
    """Last name of the payer; `-` for people with one name."""
    email: str
    """Email of the payer, stored in lower case."""
    phone_number: str
    """Digits, spaces, hyphens and parentheses, with or without `+`. Without a country code, the number is read as one of the address country."""
    address_line1: str
    """Street and number of the payer."""
    address_city: str
    """Town or city of the payer."""
    address_country: str
    """ISO 3166-1 alpha-2"""
    address_state: NotRequired[str | None]
    """Required for US and CA, as two letters."""
    address_postal_code: NotRequired[str | None]
    """Required for US (12345 or 12345-6789) and CA (A1A1A1)."""


class BrowserFacts(TypedDict):
    """What the payer’s browser says of itself, which the card’s issuer may ask for; absent or null if unknown."""

    ip_address: NotRequired[str | None]
    """The payer’s IP address; absent: that of the request."""
    user_agent: NotRequired[str | None]
    """The `User-Agent` header of the payer’s browser."""
    accept_header: NotRequired[str | None]
    """The `Accept` header of the payer’s browser."""
    language: NotRequired[str | None]
    """The language of the browser, such as `fr-CD`."""
    color_depth: NotRequired[str | None]
    """Bits per pixel of the screen, as text."""
    screen_height: NotRequired[str | None]
    """Height of the screen in pixels, as text."""
    screen_width: NotRequired[str | None]
    """Width of the screen in pixels, as text."""
    time_difference: NotRequired[str | None]
    """Minutes between UTC and the payer’s time, as text."""
    java_enabled: NotRequired[bool | None]
    """Whether the browser runs Java; usually false."""


class ChargeRequest(TypedDict):
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    transient_token: str
    """The one-time token that the card fields returned for the card."""
    amount: Amount
    """At most two decimals, at least 1.00 USD or 500.00 CDF."""
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    bill_to: BillTo
    """The name and address of the payer, as the card’s issuer knows them."""
    merchant_reference: str
    """Your own number of the order, which the payer sees."""
    callback_url: str
    """Where the webhooks of this payment are sent."""
    authentication_transaction_id: NotRequired[str | None]
    """The id of the 3-D Secure authentication, from the enrolment; null if there was none."""


class PayoutRequest(TypedDict):
    amount: Amount
    """With at most two decimals; none in CDF to a wallet."""
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    destination_id: str
    """The id of one of your confirmed payout destinations."""
    reference: str
    """Your own reference. The same one again returns the first response and pays nothing more."""


class DisputeEvidence(TypedDict):
    explanation: NotRequired[str | None]
    """Why the payment is justified."""
    product_description: NotRequired[str | None]
    """What was sold and delivered; absent or null if not given."""
    delivery: NotRequired[str | None]
    """How and when it was delivered, with tracking numbers."""
    customer_contact: NotRequired[str | None]
    """What the customer and you wrote to each other."""
    refund_policy: NotRequired[str | None]
    """And where the customer accepted it."""
    file: NotRequired[DisputeEvidenceFile | None]
    """One more file; a dispute has at most five."""
    submit: NotRequired[bool | None]
    """Sends the evidence. It cannot be changed afterwards."""


class DisputeEvidenceFile(TypedDict):
    """One more file; a dispute has at most five."""

    name: str
    """The name of the file with its extension."""
    content: str
    """A PDF, JPEG or PNG file of at most 5 MiB, in Base64."""


class NewRefundRequest(TypedDict):
    amount: NotRequired[Amount | None]
    """How much to refund, in the currency of the payment; absent or null: all that is left."""
    reason: str
    """The reason, in the words of whoever gave it."""


class QuoteRequest(TypedDict):
    source_amount: NotRequired[Amount]
    """What the sender pays, in `currency`; give it or `receiver_amount`."""
    receiver_amount: NotRequired[Amount]
    """What the recipient shall receive, in USD; give it or `source_amount`."""
    currency: SenderCurrency
    """The currency that the sender pays in, as an ISO 4217 code."""
    operator: NotRequired[Literal["vodacom", "airtel", "orange", "africell", ""] | None]
    """The operator of the wallet; absent or empty: found from the number, if given."""
    customer_number: NotRequired[str | None]
    """Mobile-money number of the recipient, in any usual form."""


class InboundRequest(TypedDict):
    reference: str
    """Your own number of the transfer; never used twice."""
    amount: NotRequired[Amount]
    """The amount that the sender pays, in `currency`; may be absent with a `quote_id`."""
    currency: NotRequired[SenderCurrency]
    """The currency that the sender pays in, as an ISO 4217 code; may be absent with a `quote_id`."""
    customer_number: str
    """Mobile-money number of the recipient, in any usual form."""
    operator: NotRequired[Literal["vodacom", "airtel", "orange", "africell", ""] | None]
    """The operator of the wallet; absent or empty: found from the number."""
    receiver_currency: NotRequired[Literal["USD", ""] | None]
    """The currency that the recipient receives: always `USD`."""
    expected_receiver_name: str
    """Name the wallet should be registered under."""
    sender_first_name: str
    """First name of the sender, or the only name."""
    sender_middle_name: str
    """Middle name of the sender; may be empty."""
    sender_last_name: str
    """Last name of the sender; `-` for people with one name."""
    sender_birthdate: str
    """Birth date of the sender, as YYYY-MM-DD."""
    sender_birthplace: str
    """Birthplace of the sender."""
    sender_document_type: DocumentType
    """The kind of identity document the sender showed."""
    sender_document_number: str
    """Number of the sender’s document."""
    document_issue_date: str
    """The day when the sender’s document was issued, as YYYY-MM-DD."""
    document_expiration_date: str
    """The day when the sender’s document expires, as YYYY-MM-DD."""
    sender_country: str
    """The country where the sender lives, ISO 3166-1 alpha-2."""
    sender_city: str
    """Town or city where the sender lives."""
    current_address: str
    """The address where the sender lives now."""
    permanent_address: str
    """The sender’s lasting address; the same as the current one if there is no other."""
    profession: str
    """What the sender does for a living."""
    sender_msisdn: str
    """Telephone of the sender, of any country, in international form."""
    receiver_first_name: NotRequired[str | None]
    """First name of the recipient, or the only name; absent or null if unknown."""
    receiver_middle_name: str
    """Middle name of the recipient; may be empty."""
    receiver_last_name: NotRequired[str | None]
    """Last name of the recipient; `-` for people with one name, absent or null if unknown."""
    receiver_birthdate: str
    """Birth date of the recipient, as YYYY-MM-DD."""
    receiver_birthplace: str
    """Birthplace of the recipient."""
    receiver_document_type: DocumentType
    """The kind of identity document the recipient has."""
    receiver_document_number: str
    """Number of the recipient’s document."""
    receiver_current_address: NotRequired[str | None]
    """The address where the recipient lives; absent or null if unknown."""
    receiver_permanent_address: NotRequired[str | None]
    """The recipient’s lasting address; absent or null if it is the current one."""
    reason_of_transaction: ReasonOfTransaction
    """What the money is for."""
    source_of_funds: SourceOfFunds
    """Where the sender has the money from."""
    reason_details: NotRequired[str | None]
    """More about the reason, in a few words; may be absent or null."""
    provider_name: NotRequired[str | None]
    """Your name for the service the sender used; may be absent or null."""
    callback_url: NotRequired[str | None]
    """Where the webhooks of the transfer are sent; absent or null: the webhook URL of your profile."""
    quote_id: NotRequired[str | None]
    """The id of the quote whose price is used; absent or null: the rate of the moment."""


class Credentials(TypedDict):
    email: str
    password: str
    totp: NotRequired[str | None]
    """The code of the authenticator app."""
    recovery_code: NotRequired[str | None]
    """One of the recovery codes."""


class CallbackRequest(TypedDict):
    callback_url: NotRequired[str | None]
    """Absent leaves it as it is; `null` removes it."""
    events: NotRequired[list[Literal["PAYOUT", "DISPUTE", "COLLECTION_RETURNED", "BATCH"]] | None]
    """Which optional events it also receives; absent leaves them as they are."""
    credentials: NotRequired[CallbackRequestCredentials | None]
    """For a server behind HTTP basic authentication. Webhooks to the origin of `callback_url` carry them. Absent
leaves them as they are, unless the URL moves to another origin; `null` removes them."""


class CallbackRequestCredentials(TypedDict):
    """For a server behind HTTP basic authentication. Webhooks to the origin of `callback_url` carry them. Absent
leaves them as they are, unless the URL moves to another origin; `null` removes them."""

    username: str
    password: str


class MicroformRequest(TypedDict):
    microform_enabled: bool
    microform_allowed_origins: list[str]


class CheckoutSettingsRequest(TypedDict):
    checkout_attempts: int | None
    payment_methods: NotRequired[list[Literal["card", "mobile_money"]] | None]
    brand: NotRequired[CheckoutSettingsRequestBrand]


class CheckoutSettingsRequestBrand(TypedDict):
    logo: NotRequired[str | None]
    """A PNG, JPEG or WebP image of at most 64 KiB and 16 to 2000 pixels a side, not animated, as a data URI or in base64.
The address that a response contains leaves the logo as it is; `null` removes it."""
    accent: NotRequired[str | None]
    """The colour of buttons and of the panel with the amount, as `#rrggbb`."""
    support: NotRequired[str | None]
    """Whom payers contact: a phone number in international form, or `https://wa.me/243991234567` for WhatsApp. Premium-rate numbers are refused."""


class WhitelistRequest(TypedDict):
    addresses: list[str]


class Pagination(TypedDict):
    page: int
    """The page of the list, from 1 on."""
    limit: int
    """The most entries on one page."""
    total: int
    """How many entries the whole list has."""
    pages: int
    """How many pages the list has at this `limit`."""


class Order(TypedDict):
    """The result of the call."""

    amount: DecimalText
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    transaction_status: Literal["PENDING"]
    """The state of the payment; `PENDING` until it is paid, fails or expires."""
    links: str
    """The signed address of the checkout page."""
    financial_details: FinancialDetails


class FinancialDetails(TypedDict):
    """The rate in percent. The amounts add up to the order amount."""

    commission_rate: DecimalText
    commission_amount: DecimalText
    merchant_amount: DecimalText
    bank_commission_amount: DecimalText
    service_commission_amount: DecimalText


class PaymentStatus(TypedDict):
    """The result of the call."""

    amount: str
    """Empty while a custom checkout has no amount."""
    currency: Literal["CDF", "USD", ""]
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    merchant_reference: str
    """Your own number of the order, which the payer sees."""
    message: str
    """Why the payment failed; empty otherwise."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    transaction_status: TransactionStatus
    """The state of the payment; `PENDING` until it is paid, fails or expires."""
    card_type: str
    """The brand of the card, such as `VISA`; empty without a card."""
    card_last4: str
    """The last four digits of the card; empty without a card."""
    card_expiry_date: str
    """The month in which the card expires, as MM-YYYY."""
    card_bin_country: str
    """The country of the card’s issuer, ISO 3166-1 alpha-2; empty if unknown."""
    card_issuer: str
    """The bank that issued the card; empty if unknown."""
    card_scheme: str
    """The scheme and product of the card; empty if unknown."""
    payment_method: NotRequired[Literal["card", "mobile_money"] | None]
    """How the payment was made; null while nobody has paid. This and the next two fields are there only for merchants with mobile money."""
    operator: NotRequired[Operator | None]
    """The operator of the wallet that paid; null for a card."""
    customer_number: NotRequired[str | None]
    """The number that paid, masked but for its last three digits; null for a card."""


class Receipt(TypedDict):
    """The result of the call."""

    receipt: str
    """The token, shorter than 300 bytes: its content in JSON and an Ed25519 signature, both in Base64 for URLs."""
    code: str
    """Ten characters without look-alikes, the same in each receipt."""
    key_id: str
    """`kid` of the key that signed it."""
    url: str
    """The page that verifies it. Hand it to the customer as it is."""


class LinkReceipt(TypedDict):
    """The result of the call."""

    receipt: str
    """The token, shorter than 300 bytes: its content in JSON and an Ed25519 signature, both in Base64 for URLs."""
    code: str
    """Ten characters without look-alikes, the same in each receipt."""
    key_id: str
    """`kid` of the key that signed it."""
    url: str
    """The page that verifies it. Hand it to the customer as it is."""
    parts: list[LinkReceiptPart]
    """Of a payment link: its payments, oldest first."""


class LinkReceiptPart(TypedDict):
    amount: DecimalText
    returned_amount: DecimalText | None
    paid_at: str
    """A time in UTC, to the second."""
    code: str
    """The code of its own receipt."""


class PaymentLink(TypedDict):
    code: str
    """The code of the link, a part of its address."""
    url: str
    """The address to send to customers."""
    qr_svg_url: str
    """The QR code of the link, as an SVG image."""
    status: Literal["ACTIVE", "EXPIRED", "EXHAUSTED", "CANCELLED"]
    """`EXHAUSTED` when all allowed payments are made."""
    kind: Literal["single", "open", "parts"]
    """`single`: a fixed amount. `open`: the customer chooses. `parts`: a total paid in parts."""
    amount: str | None
    """Of each payment; of `parts` the total; null for an open amount."""
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    merchant_reference: str
    """Your own number of the order, which the payer sees."""
    description: str
    """What the customer pays for; shown on the page. Absent, null or empty: nothing is shown."""
    max_uses: int | None
    """Null unless the kind is `single`."""
    uses: int
    """How many payments of the link succeeded."""
    group: NotRequired[str]
    """The name of the group that the link belongs to; null or empty without one."""
    payer_label: NotRequired[str]
    """For whom the link is, in your own words; null or empty if not given."""
    minimum: NotRequired[str]
    """Of an open amount."""
    maximum: NotRequired[str | None]
    """Of an open amount; null for none."""
    minimum_part: NotRequired[str]
    """The least that one part may be; only of `parts`."""
    schedule: NotRequired[list[PaymentLinkSchedule]]
    """When which part is due; only of `parts`."""
    paid: NotRequired[str]
    """Successful payments, less refunds. Absent for `single`."""
    remaining: NotRequired[str | None]
    """Of `parts`: what is left to pay; null for an open amount; absent for `single`."""
    next_due: NotRequired[PaymentLinkNextDue | None]
    """What is missing of the first day of the schedule that is not paid yet."""
    expires_at: str
    """A time in UTC, to the second."""
    created_at: str
    """A time in UTC, to the second."""


class PaymentLinkSchedule(TypedDict):
    due_on: str
    """The day when the part is due, as YYYY-MM-DD."""
    amount: DecimalText


class PaymentLinkNextDue(TypedDict):
    """What is missing of the first day of the schedule that is not paid yet."""

    due_on: str
    """The day when the part is due, as YYYY-MM-DD."""
    amount: DecimalText


class MadeLink(TypedDict):
    row: int
    """Of the file, from 1."""
    code: str
    """The code of the link, a part of its address."""
    url: str
    """The address to send to customers."""
    merchant_reference: str
    """Your own number of the order, which the payer sees."""
    payer_label: str | None
    """For whom the link is, in your own words; null or empty if not given."""
    group: str | None
    """The name of the group that the link belongs to; null or empty without one."""


class CardBalance(TypedDict):
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    pending: str
    """Not settled by the gateway yet. Below zero after refunds."""
    available: str
    """Below zero if more was refunded or disputed than was available; pending money and later payments make up for it."""
    reserved: str
    """Held for payouts in progress. A dispute takes its amount and fee from `available`."""


class BalanceTransaction(TypedDict):
    id: str
    """The id of the transaction of the balance."""
    type: BalanceTransactionType
    """What changed the balance."""
    amount: str
    """Negative if it was taken from the merchant."""
    fee: str
    """Our fee; a void gives it back, so it is negative."""
    net: str
    """The amount less the fee: what changed the balance."""
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    available_on: str
    """The day from which the money can be paid out, as YYYY-MM-DD."""
    source: str | None
    """The `transaction_uuid` of the payment or the `payout_id` of the payout, if there is one."""
    created_at: str
    """A time in UTC, to the second."""


class Payout(TypedDict):
    payout_id: str
    """The id of the payout."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    state: PayoutState
    """`REQUESTED` waits for our approval, `APPROVED` for its turn, `SENT` for the operator or bank. `RETURNED` was paid and came back."""
    approval_id: str | None
    """Of a `REQUESTED` payout: the approval that a second user of yours decides, or its own id, under which we decide it."""
    held_reason: Literal["destination_not_active"] | None
    """Why it waits: `destination_not_active` until its destination was confirmed again, for example after a new password. Null if nothing keeps it."""
    amount: DecimalText
    fee: str
    """Taken in addition to the amount."""
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    destination: PayoutTarget
    """Where the money goes: a wallet or a bank account."""
    failure_code: str | None
    """Why the operator, the bank or we refused a `FAILED` payout."""
    operator_reference: str | None
    """The operator's own id of the payment, for questions to its support."""
    decision_reason: str | None
    """Why we rejected the payout."""
    created_at: str
    """A time in UTC, to the second."""
    sent_at: str | None
    """A time in UTC, to the second."""
    completed_at: str | None
    """A time in UTC, to the second."""
    returned_at: str | None
    """A time in UTC, to the second."""


class PayoutTarget(TypedDict):
    destination_id: str
    """The id of one of your confirmed payout destinations."""
    type: Literal["wallet", "bank"]
    """Whether it is a mobile-money wallet or a bank account."""
    operator: Operator | None
    """Of a wallet."""
    number: str | None
    """Of a wallet."""
    subscriber_name: str | None
    """Of a wallet, as the operator gave it; null where it gives no names."""
    account_last4: str | None
    """The last four characters of a bank account."""
    bic: str | None
    """Of the bank."""
    holder: str | None
    """Of the bank account, as banks receive it."""


class PayoutDetail(TypedDict):
    """The result of the call."""

    payout_id: str
    """The id of the payout."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    state: PayoutState
    """`REQUESTED` waits for our approval, `APPROVED` for its turn, `SENT` for the operator or bank. `RETURNED` was paid and came back."""
    approval_id: str | None
    """Of a `REQUESTED` payout: the approval that a second user of yours decides, or its own id, under which we decide it."""
    held_reason: Literal["destination_not_active"] | None
    """Why it waits: `destination_not_active` until its destination was confirmed again, for example after a new password. Null if nothing keeps it."""
    amount: DecimalText
    fee: str
    """Taken in addition to the amount."""
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    destination: PayoutTarget
    """Where the money goes: a wallet or a bank account."""
    failure_code: str | None
    """Why the operator, the bank or we refused a `FAILED` payout."""
    operator_reference: str | None
    """The operator's own id of the payment, for questions to its support."""
    decision_reason: str | None
    """Why we rejected the payout."""
    created_at: str
    """A time in UTC, to the second."""
    sent_at: str | None
    """A time in UTC, to the second."""
    completed_at: str | None
    """A time in UTC, to the second."""
    returned_at: str | None
    """A time in UTC, to the second."""
    history: list[PayoutHistoryLine]
    """What happened to the payout, oldest first."""


class PayoutHistoryLine(TypedDict):
    at: str
    """A time in UTC, to the second."""
    event: str
    """What happened to the payout."""
    state: str | None
    """The state from then on; null where it did not change."""
    detail: str
    """More about what happened, for people; may be empty."""


Statement = TypedDict(
    "Statement",
    {
        # The day or month of the statement, as YYYY-MM-DD or YYYY-MM.
        "period": 'str',
        # `USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it.
        "currency": 'str',
        # When the period begins, in the time zone of your days.
        "from": 'str',
        # When the period ends, in the time zone of your days.
        "to": 'str',
        # Whether the statement is complete. A period becomes final 15 minutes after its end.
        "final": 'bool',
        # Contains the transactions before this time.
        "as_of": 'str',
        # The balance before the period: pending, available and reserved together.
        "opening": 'str',
        # The opening balance and the `net` of all lines.
        "closing": 'str',
        # The sums of the period, one per type of transaction.
        "totals": 'list[StatementTotal]',
        # The number of lines.
        "transactions": 'int',
        # The transactions of the period, oldest first.
        "lines": 'list[StatementLine]',
    },
)


class StatementTotal(TypedDict):
    type: BalanceTransactionType
    """What changed the balance."""
    transactions: int
    """How many transactions the sum contains."""
    amount: DecimalText
    fee: DecimalText
    net: DecimalText


class StatementLine(TypedDict):
    id: str
    """The id of the transaction of the balance."""
    type: BalanceTransactionType
    """What changed the balance."""
    amount: str
    """Negative if it was taken from the merchant."""
    fee: str
    """Our fee; a void gives it back, so it is negative."""
    net: str
    """The amount less the fee: what changed the balance."""
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    available_on: str
    """The day from which the money can be paid out, as YYYY-MM-DD."""
    source: str | None
    """The `transaction_uuid` of the payment or the `payout_id` of the payout, if there is one."""
    created_at: str
    """A time in UTC, to the second."""
    merchant_reference: str | None
    """Your reference of the payment or payout, if there is one."""
    description: str | None
    """Why we corrected the balance; null otherwise."""
    balance: str
    """The balance after this transaction."""


class FeeInvoice(TypedDict):
    number: str
    """The number of the invoice, which has no gaps."""
    kind: Literal["invoice", "credit_note"]
    """A credit note if more fees were returned in the month than taken; its amounts are negative."""
    period: str
    """The month of the fees."""
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    net: DecimalText
    vat: DecimalText
    total: str
    """The fees of the month, which include the VAT."""
    issued_on: str
    """The day of the invoice, as YYYY-MM-DD."""
    vat_percent: DecimalText
    issued_at: str
    """A time in UTC, to the second."""
    issuer: FeeInvoiceIssuer
    """Who issues the invoice, as registered."""
    recipient: FeeInvoiceRecipient
    """The merchant that the invoice is for."""
    lines: list[FeeInvoiceLine]
    """The fees of the month, one line per type of transaction."""


class FeeInvoiceIssuer(TypedDict):
    """Who issues the invoice, as registered."""

    name: str
    """Registered name of the issuer."""
    address: str
    """Registered address of the issuer."""
    rccm: str
    """Number of the issuer in the trade register (RCCM)."""
    nif: str
    """Tax number of the issuer (NIF)."""


class FeeInvoiceRecipient(TypedDict):
    """The merchant that the invoice is for."""

    name: str
    """Registered name of the merchant."""
    merchant_code: str
    """The public code of your merchant account."""


class FeeInvoiceLine(TypedDict):
    type: BalanceTransactionType
    """What changed the balance."""
    transactions: int
    """How many transactions the sum contains."""
    fee: DecimalText


class FeeInvoiceSummary(TypedDict):
    number: str
    """The number of the invoice, which has no gaps."""
    kind: Literal["invoice", "credit_note"]
    """A credit note if more fees were returned in the month than taken; its amounts are negative."""
    period: str
    """The month of the fees."""
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    net: DecimalText
    vat: DecimalText
    total: str
    """The fees of the month, which include the VAT."""
    issued_on: str
    """The day of the invoice, as YYYY-MM-DD."""


class DisputeSummary(TypedDict):
    dispute_id: str
    """The id of the dispute."""
    state: DisputeState
    """The state of the dispute; `OPEN` waits for your evidence."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    merchant_reference: str
    """Your own number of the order, which the payer sees."""
    amount: str
    """What the cardholder disputes."""
    fee: DecimalText
    deducted: str
    """What is out of your available balance now, fee included: zero for an inquiry and after `WON`."""
    returned: str
    """What came back to your available balance when the dispute was won, fee included: zero if it had taken nothing."""
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    reason_code: str
    """The card scheme's code."""
    reason: str
    """The reason, in the words of whoever gave it."""
    reason_fr: str
    """In French, where the bank gave only the code."""
    respond_by: str | None
    """A time in UTC, to the second."""
    created_at: str
    """A time in UTC, to the second."""
    evidence_sent_at: str | None
    """A time in UTC, to the second."""
    submitted_at: str | None
    """A time in UTC, to the second."""
    closed_at: str | None
    """A time in UTC, to the second."""


class Dispute(TypedDict):
    dispute_id: str
    """The id of the dispute."""
    state: DisputeState
    """The state of the dispute; `OPEN` waits for your evidence."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    merchant_reference: str
    """Your own number of the order, which the payer sees."""
    amount: str
    """What the cardholder disputes."""
    fee: DecimalText
    deducted: str
    """What is out of your available balance now, fee included: zero for an inquiry and after `WON`."""
    returned: str
    """What came back to your available balance when the dispute was won, fee included: zero if it had taken nothing."""
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    reason_code: str
    """The card scheme's code."""
    reason: str
    """The reason, in the words of whoever gave it."""
    reason_fr: str
    """In French, where the bank gave only the code."""
    respond_by: str | None
    """A time in UTC, to the second."""
    created_at: str
    """A time in UTC, to the second."""
    evidence_sent_at: str | None
    """A time in UTC, to the second."""
    submitted_at: str | None
    """A time in UTC, to the second."""
    closed_at: str | None
    """A time in UTC, to the second."""
    payment: DisputePayment
    """The disputed payment and who paid it."""
    evidence: EvidenceOfDispute
    """The texts and files that you have given so far."""
    allowed_actions: DisputeAllowedActions
    """What you may do about the dispute now."""
    history: list[DisputeHistoryLine]
    """Everything that happened to the dispute, oldest first."""


class DisputePayment(TypedDict):
    """The disputed payment and who paid it."""

    status: TransactionStatus
    """The state of the disputed payment."""
    amount: DecimalText
    refunded: DecimalText
    card_type: str
    """The brand of the card, such as `VISA`; empty without a card."""
    card_last4: str
    """The last four digits of the card; empty without a card."""
    customer_name: str
    """The name of the payer, as given with the order."""
    paid_at: str | None
    """A time in UTC, to the second."""


class EvidenceOfDispute(TypedDict):
    """The texts and files that you have given so far."""

    explanation: str | None
    """Your account of what happened; null if not given."""
    product_description: str | None
    """What was sold and delivered; absent or null if not given."""
    delivery: str | None
    """How and when the goods or services were delivered; null if not given."""
    customer_contact: str | None
    """What you and the customer wrote to each other; null if not given."""
    refund_policy: str | None
    """What the customer agreed to about refunds; null if not given."""
    sent_at: str | None
    """A time in UTC, to the second."""
    submitted_at: str | None
    """When we filed it with the bank."""
    files: list[EvidenceOfDisputeFile]
    """The files that support your evidence."""


class EvidenceOfDisputeFile(TypedDict):
    id: str
    """The id of the file, to remove it."""
    name: str
    """The name of the file, as it was sent."""
    type: str
    """The media type of the file, such as `application/pdf`."""
    size: int
    """The size of the file, in bytes."""
    created_at: str
    """A time in UTC, to the second."""


class DisputeAllowedActions(TypedDict):
    """What you may do about the dispute now."""

    send_evidence: DisputeAction
    """Whether this may be done now, and if not, why."""
    accept: DisputeAction
    """Whether this may be done now, and if not, why."""


class DisputeAction(TypedDict):
    """Whether this may be done now, and if not, why."""

    allowed: bool
    """Whether the action is possible now."""
    reason: str | None
    """Why it is not allowed; null if it is."""


class DisputeHistoryLine(TypedDict):
    event: Literal["reported", "opened", "evidence_sent", "submitted", "reminded", "accepted", "won", "lost"]
    """What happened to the dispute."""
    state: DisputeState
    """The state of the dispute after the event."""
    balance_change: str
    """What it moved on your available balance, fee included: negative when the dispute took it."""
    by: Literal["bank", "merchant", "likuta"]
    """Who did it: the cardholder’s bank, the merchant, or Likuta."""
    at: str
    """A time in UTC, to the second."""


class CaptureContext(TypedDict):
    jwt: str
    """For the card-field library, in the browser."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    expires_in: int
    """Seconds until it expires."""


class Setup(TypedDict):
    status: Literal["COMPLETED"]
    """Always `COMPLETED`: the device data can be collected."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    reference_id: str
    """Ties the set-up of 3-D Secure to the enrolment that follows."""
    device_data_collection_url: str
    """Where the browser posts the token, in a hidden frame, before the enrolment."""
    access_token: str
    """The token to post to `device_data_collection_url`."""


class Enrolment(TypedDict):
    status: Literal["AUTHENTICATED", "CHALLENGE_REQUIRED", "FAILED"]
    """`AUTHENTICATED`: charge the card. `CHALLENGE_REQUIRED`: show the bank’s page first. `FAILED`: the payer needs another card."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    authentication_transaction_id: str | None
    """The id of the 3-D Secure authentication, from the enrolment; null if there was none."""
    challenge_required: bool
    """Whether the payer must confirm on the page of the bank."""
    step_up_url: str | None
    """Post `JWT` = `access_token` to this address, in a frame."""
    access_token: str | None
    """The token to post to `step_up_url`; null without a challenge."""
    message: str | None
    """Why the authentication failed, in English; null otherwise."""


class Charge(TypedDict):
    """A declined card also returns HTTP 200, so check `status`."""

    status: Literal["SUCCESS", "FAILED"]
    """`SUCCESS` if the card was charged, `FAILED` if not."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    transaction_id: str | None
    """The gateway's payment id; named `cs_payment_id` elsewhere."""
    reason_code: str | None
    """The code of the reason; empty or null where nothing failed."""
    message: str | None
    """Why the charge failed, in English; null if it succeeded."""


class Quote(TypedDict):
    quote_id: str
    """The id of the quote that promises the price."""
    source_amount: Number
    """What the sender pays, in `currency`: `amount` of the transfer."""
    currency: SenderCurrency
    """The currency that the sender pays in, as an ISO 4217 code."""
    receiver_amount: Number
    """What the recipient receives, in USD."""
    receiver_currency: Literal["USD"]
    """The currency that the recipient receives: always `USD`."""
    rate: Number
    """One USD is `rate` units of `currency`."""
    fee: Number
    """In USD, on top of `receiver_amount`."""
    total_debit: Number
    """What the wallet will pay: `receiver_amount` and `fee`, in USD."""
    cash: QuoteCash | None
    """What the beneficiary gets in cash after the operator's fee for cashing out, in dollars and between two amounts in francs; null if the operator is not known, or has no valid table of fees for the amount."""
    expires_at: str
    """At this time the quote has expired, in UTC."""
    token: str
    """The promise, signed with the keys of receipts. `/verify` reads it without a network and says that it is no payment."""


class QuoteCash(TypedDict):
    """What the beneficiary gets in cash after the operator's fee for cashing out, in dollars and between two amounts in francs; null if the operator is not known, or has no valid table of fees for the amount."""

    operator: Operator
    """The operator at whose agents the cash is paid out."""
    fee: Number
    """What the operator takes for paying out cash, in USD."""
    usd: Number
    """What is paid out in dollars, after the operator’s fee."""
    cdf_low: Number
    """The least that agents pay out in francs."""
    cdf_high: Number
    """The most that agents pay out in francs."""
    as_of: str
    """When the operator's table of fees began to apply."""


class AcceptedTransfer(TypedDict):
    """The result of the call."""

    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    transaction_id: str
    """Our id of the transfer."""
    status: Literal["Submitted", "Hold"]
    """`Submitted` if it is being paid, `Hold` if an officer examines it first."""
    amount: Number
    """The amount that the sender pays, in `currency`."""
    currency: SenderCurrency
    """The currency that the sender pays in, as an ISO 4217 code."""
    receiver_amount: Number | None
    """Null until the transfer is converted."""
    receiver_currency: Literal["USD"]
    """The currency that the recipient receives: always `USD`."""
    rate: Number | None
    """How many units of `currency` one USD is worth; null until the transfer is converted."""
    fee: Number | None
    """Null until the transfer is converted."""
    operator: Operator
    """The mobile-money operator of the number."""
    customer_number: str
    """Digits with country code."""
    subscriber_name: str | None
    """The name the wallet is registered under; null if the operator does not tell it."""
    created_at: UtcTime


class TransferCheck(TypedDict):
    """The result of the call."""

    outcome: Literal["would_accept", "would_hold", "would_refuse"]
    """What the transfer would become if it were sent now."""
    errors: list[RowError]
    """All that would refuse the transfer, where a transfer is refused for the first."""
    name_match: NameMatch | None
    """How the expected name compares with the registered one; null if they were not compared."""
    screening: Literal["clear", "hold"] | None
    """Null, as are the fields after it, if the fields of the request could not be read."""
    limits: Literal["allow", "hold", "refuse"] | None
    """What the limits would do to the transfer."""
    price: TransferCheckPrice | None
    """What the transfer would cost; null if it cannot be calculated."""


class RowError(TypedDict):
    code: str
    """The code of the error, such as `RMT-2001`."""
    field: str | None
    """The field that is at fault; null if it is the whole request."""
    message: str
    """What is wrong with the field, in English."""


class NameMatch(TypedDict):
    expected: str
    """The name that you expect."""
    matched: str
    """The name the wallet is registered under."""
    score: Number
    """How alike the names are, from 0 to 1."""
    decision: Literal["MATCH", "PARTIAL", "NO_MATCH"]
    """`PARTIAL` if only some words of the names agree."""
    words: list[NameMatchWord]
    """The comparison word by word."""


class NameMatchWord(TypedDict):
    expected: str | None
    """The word of the expected name; null if only the other has it."""
    matched: str | None
    """The word of the registered name; null if only the other has it."""
    how: Literal["equal", "short_form", "initial", "spelling", "similar", "joined", "missing", "extra"]
    """In what way the two words agree or differ."""
    score: Number
    """How alike the words are, from 0 to 1."""


class TransferCheckPrice(TypedDict):
    """What the transfer would cost; null if it cannot be calculated."""

    source_amount: Number
    """What the sender pays, in the currency of the transfer."""
    receiver_amount: Number
    """What the recipient receives, in USD."""
    rate: Number
    """How many units of the currency one USD is worth."""
    fee: Number
    """The fee of the transfer, in USD."""
    total_debit: Number
    """What would leave the wallet: amount and fee, in USD."""


class TransferRequirements(TypedDict):
    """The result of the call."""

    schema: dict[str, Any]
    """The JSON Schema of a transfer’s request today."""
    next: TransferRequirementsNext
    """The fields that the next release will require in addition."""


class TransferRequirementsNext(TypedDict):
    """The fields that the next release will require in addition."""

    required: list[str]
    """The fields that the next version will require."""


class Transfer(TypedDict):
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    transaction_id: str
    """Our id of the transfer."""
    status: TransferStatus
    """Where the transfer is; `Successful`, `Failed` and `Reversed` are final outcomes."""
    amount: Number
    """The amount that the sender pays, in `currency`."""
    currency: SenderCurrency
    """The currency that the sender pays in, as an ISO 4217 code."""
    operator: Operator
    """The mobile-money operator of the number."""
    customer_number: str
    """Digits with country code."""
    subscriber_name: str | None
    """The name the wallet is registered under; null if the operator does not tell it."""
    created_at: UtcTime


class TransferWithOutcome(TypedDict):
    """The result of the call."""

    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    transaction_id: str
    """Our id of the transfer."""
    status: TransferStatus
    """Where the transfer is; `Successful`, `Failed` and `Reversed` are final outcomes."""
    amount: Number
    """The amount that the sender pays, in `currency`."""
    currency: SenderCurrency
    """The currency that the sender pays in, as an ISO 4217 code."""
    operator: Operator
    """The mobile-money operator of the number."""
    customer_number: str
    """Digits with country code."""
    subscriber_name: str | None
    """The name the wallet is registered under; null if the operator does not tell it."""
    created_at: UtcTime
    telco_reference: str | None
    """The operator’s own id of the payout; null until it is known."""
    completed_at: UtcTime | None


class Timeline(TypedDict):
    """The result of the call."""

    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    transaction_id: str
    """Our id of the transfer."""
    events: list[TimelineEvent]
    """What happened to the transfer, oldest first."""


class TimelineEvent(TypedDict):
    at: UtcTime
    kind: str
    """What happened, as a word for programs."""
    detail: str
    """More about what happened, for people; may be empty."""


class Account(TypedDict):
    """The result of the call."""

    customer_number: str
    """Digits with country code."""
    operator: Operator
    """The mobile-money operator of the number."""
    subscriber_name: str | None
    """The name the wallet is registered under; null if the operator does not tell it."""
    active: bool | None
    """Whether the wallet can receive money; null if the operator does not tell."""
    name_match: NameMatch | None
    """Null if no expected name was given."""


class PhoneCheck(TypedDict):
    """The result of the call."""

    phone: str
    """Digits with country code."""
    e164: str
    """The number in international form, with `+` and no spaces."""
    country: str | None
    """The country of the number, ISO 3166-1 alpha-2; null if unknown."""
    operator: Operator | None
    """The operator that the number’s prefix belongs to."""
    blacklisted: bool
    """Whether transfers to the number are refused."""


class RemainingLimits(TypedDict):
    """The result of the call."""

    limits: list[RemainingLimitsLimit]
    """The limits that apply, and what is left of each."""


class RemainingLimitsLimit(TypedDict):
    rule: str
    """The name of the limit, which stays the same."""
    subject: Literal["sender", "beneficiary", "number", "document", "pair"]
    """Whose transfers are counted together."""
    measure: Literal["sum", "count", "amount"]
    """What is limited: the sum, the number, or each amount."""
    window: Literal["hour", "day", "week", "month", "transfer"]
    """The period over which transfers are counted."""
    limit: Number
    """Dollars; a number for what is counted."""
    used: Number
    """How much of the limit is used, in its own unit."""
    left: Number
    """How much of the limit is left, in its own unit."""
    frees_at: str | None
    """When the oldest transfer leaves the window; null if there is none."""


class Balance(TypedDict):
    currency: Literal["USD"]
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    available: Number
    """What transfers can be paid from, in USD."""
    reserved: Number
    """Reserved for transfers in progress."""
    total: Number
    """What the wallet holds, available and reserved, in USD."""
    as_of: UtcTime


class WalletEntry(TypedDict):
    id: str
    """The number of the line in this wallet."""
    at: UtcTime
    kind: Literal["TOPUP", "RESERVE", "RELEASE", "DEBIT", "FEE", "REVERSAL", "ADJUSTMENT"]
    """What moved the money of the wallet."""
    amount: Number
    """Negative for a debit of the available balance."""
    balance_after: Number
    """The available balance after the movement, in USD."""
    reference: str | None
    """Your own number of the transfer that moved the money; null if none did."""
    transaction_id: str | None
    """Our id of the transfer that moved the money; null if none did."""


class Settlement(TypedDict):
    settlement_id: str
    """The id of the daily settlement."""
    period_start: UtcTime
    period_end: UtcTime
    currency: str
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    count: int
    """How many transfers the settlement contains."""
    gross_amount: Number
    """What the transfers of the day took from the wallet with their fees, less reversals, in USD."""
    fee_amount: Number
    """The fees of the transfers of the day, less reversals, in USD."""
    net_amount: Number
    """What was paid out on the day, less reversals, in USD."""
    status: Literal["CLOSED"]
    """Always `CLOSED`: the sums no longer change."""
    closed_at: UtcTime


class RateTable(TypedDict):
    """The result of the call."""

    base: Literal["USD"]
    """The currency that the rates are for one unit of: always `USD`."""
    as_of: str
    """When the provider published the rates, in UTC."""
    next_refresh_at: str
    """When the next rates are expected, in UTC."""
    rates: list[RateTableRate]
    """The exchange rates, one per currency."""


class RateTableRate(TypedDict):
    currency: str
    """The currency that USD is converted to, as an ISO 4217 code."""
    rate: Number
    """How many units of the currency one USD is worth."""


class LiveRate(TypedDict):
    """The result of the call."""

    base: Literal["USD"]
    """The currency that the rates are for one unit of: always `USD`."""
    currency: str
    """The currency that USD is converted to, as an ISO 4217 code."""
    rate: Number
    """How many units of the currency one USD is worth."""
    as_of: str
    """When the provider published the rates, in UTC."""
    source: Literal["live"]
    """Always `live`: the rate was read for this call."""


class Health(TypedDict):
    status: Literal["healthy", "degraded"]
    service: Literal["remittance"]
    checks: HealthChecks
    timestamp: UtcTime


class HealthChecks(TypedDict):
    database: Literal["ok", "unreachable"]


class Batch(TypedDict):
    batch_id: str
    """The id of the batch, which begins with `BAT-`."""
    kind: Literal["transfer", "refund"]
    """Whether its rows are transfers or refunds."""
    name: str
    """The name of the batch, for people."""
    state: Literal["CHECKING", "CHECKED", "CONFIRMED", "RUNNING", "PAUSED", "DONE", "CANCELLED"]
    """Where the batch is; nothing is sent before it is `CONFIRMED`."""
    rows: int
    """In the file."""
    currency: Literal["USD", "CDF"]
    """Of all sums of the batch."""
    pause_reason: Literal["requested", "balance_insufficient", "merchant_suspended"] | None
    """`balance_insufficient`: goes on once the wallet has enough for all rows that wait. `merchant_suspended`: once the merchant is active again."""
    uploaded_by: str | None
    """Null if a server uploaded it with the merchant secret."""
    corrected_by: list[str]
    """Users who corrected rows. Like the one who uploaded it, they cannot confirm it."""
    confirmed_by: str | None
    """Who confirmed the batch; null until then."""
    confirmed_rows: int | None
    """How many rows were confirmed; null until then."""
    confirmed_total: Number | None
    """What the confirmed rows cost; null until then."""
    created_at: UtcTime
    checked_at: UtcTime | None
    confirmed_at: UtcTime | None
    done_at: UtcTime | None
    counts: BatchCounts
    """Rows by their states; together they are `rows`."""
    amount: Number
    """What beneficiaries get, of rows that are ready, wait, are under way or were paid."""
    fee: Number
    """Of the same rows."""
    total_debit: Number
    """Amount and fee together. Before confirmation at the rates of the check."""
    paid: Number
    """What successful rows have cost."""
    available: Number
    """What the wallet has."""
    missing: Number
    """What the wallet lacks for the rows that are ready or wait."""
    would_hold: int
    """Ready rows that screening or a limit would hold, as of the check."""
    repeated: int
    """Ready rows that a batch confirmed within the last 30 days has, too. They would be paid again."""
    changed_profiles: int
    """Ready rows with a saved profile that is new, or has changed, since a batch with it was confirmed."""
    profiles_changed_by: list[str]
    """Before the confirmation: users who made such a change to a profile of a ready row. They cannot confirm the batch."""


class BatchCounts(TypedDict):
    """Rows by their states; together they are `rows`."""

    unchecked: int
    """Rows that have not been checked yet."""
    ready: int
    """Rows without a fault, ready to be sent."""
    faulty: int
    """Rows with faults, which are never sent."""
    waiting: int
    """Confirmed rows that wait for their turn or for money."""
    sent: int
    """Rows whose outcome is not known yet."""
    held: int
    """Rows that somebody examines first."""
    successful: int
    """How many rows were paid."""
    failed: int
    """How many rows failed for good."""
    reversed: int
    """Rows whose money the operator took back after success."""
    cancelled: int
    """Rows that were cancelled before they were sent."""


class BatchSummary(TypedDict):
    batch_id: str
    """The id of the batch, which begins with `BAT-`."""
    kind: Literal["transfer", "refund"]
    """Whether its rows are transfers or refunds."""
    name: str
    """The name of the batch, for people."""
    state: Literal["CHECKING", "CHECKED", "CONFIRMED", "RUNNING", "PAUSED", "DONE", "CANCELLED"]
    """Where the batch is; nothing is sent before it is `CONFIRMED`."""
    rows: int
    """In the file."""
    currency: Literal["USD", "CDF"]
    """Of all sums of the batch."""
    pause_reason: Literal["requested", "balance_insufficient", "merchant_suspended"] | None
    """`balance_insufficient`: goes on once the wallet has enough for all rows that wait. `merchant_suspended`: once the merchant is active again."""
    uploaded_by: str | None
    """Null if a server uploaded it with the merchant secret."""
    corrected_by: list[str]
    """Users who corrected rows. Like the one who uploaded it, they cannot confirm it."""
    confirmed_by: str | None
    """Who confirmed the batch; null until then."""
    confirmed_rows: int | None
    """How many rows were confirmed; null until then."""
    confirmed_total: Number | None
    """What the confirmed rows cost; null until then."""
    created_at: UtcTime
    checked_at: UtcTime | None
    confirmed_at: UtcTime | None
    done_at: UtcTime | None


class BatchRow(TypedDict):
    row: int
    """Its number in the file, from 1."""
    reference: str | None
    """Your own number of the row; null if the row has none."""
    state: BatchRowState
    """Where the row is; `FAULTY` rows are never sent."""
    customer_number: str | None
    """As uploaded; null once it was erased."""
    expected_receiver_name: str | None
    """Name the wallet should be registered under; null if the row has none."""
    source_amount: Number | None
    """Null for what is no amount."""
    source_currency: str | None
    """The currency that the sender pays in; null if the row has none."""
    receiver_amount: Number | None
    """What the recipient receives, in USD; null until the row was checked."""
    fee: Number | None
    """The fee of the row, in USD; null until it was checked."""
    transaction_id: str | None
    """Our id of the row’s transfer; null until it was sent."""
    transfer_reference: str | None
    """The reference of the row’s transfer; null until it was sent."""
    would_hold: bool
    """Whether screening or a limit would hold it, as of the check."""
    repeats: str | None
    """A batch confirmed within the last 30 days that has the same row."""
    profiles: list[BatchRowProfile]
    """The saved profiles of which its fields were copied, as they were then."""
    errors: list[RowError]
    """What is wrong with the row, or why it failed."""
    completed_at: UtcTime | None


class BatchRowProfile(TypedDict):
    kind: ProfileKind
    """Whether the profile is of a sender or a beneficiary."""
    code: str
    """Your code of the saved profile, which rows name."""
    changed_by: str | None
    """Null if a server saved it with the merchant secret."""
    changed_at: UtcTime
    is_confirmed: bool
    """Whether a batch with it was confirmed since it was last changed, as of the upload."""


class RefundBatchRow(TypedDict):
    row: int
    """Its number in the file, from 1."""
    state: BatchRowState
    """Where the row is; `FAULTY` rows are never sent."""
    repeats: str | None
    """A batch confirmed within the last 30 days that has the same row."""
    errors: list[RowError]
    """What is wrong with the row, or why it failed."""
    completed_at: UtcTime | None
    transaction_uuid: str | None
    """Null if no payment was found."""
    cs_payment_id: str | None
    """As uploaded; null once it was erased."""
    merchant_reference: str | None
    """Your own number of the order; null if the row names its payment otherwise."""
    amount: Number | None
    """What is refunded; null before the check."""
    currency: Literal["USD", "CDF"]
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    reason: str | None
    """The reason of the refund; null if the row has none."""
    would_hold: bool
    """Whether it would wait for an approval, as of the check."""
    refund_request_id: str | None
    """The refund request that the row became; null until then."""


class SavedProfile(TypedDict):
    """The result of the call."""

    kind: ProfileKind
    """Whether the profile is of a sender or a beneficiary."""
    code: str
    """Your code of the saved profile, which rows name."""
    name: str
    """The name of the person or company in the profile."""
    customer_number: str | None
    """Of a beneficiary."""
    document_expiration_date: str | None
    """Of a sender."""
    changed_by: str | None
    """Null if a server saved it with the merchant secret."""
    changed_at: UtcTime
    fields: dict[str, str]
    """Fields of a transfer that describe the sender or the beneficiary."""


class SavedProfileSummary(TypedDict):
    kind: ProfileKind
    """Whether the profile is of a sender or a beneficiary."""
    code: str
    """Your code of the saved profile, which rows name."""
    name: str
    """The name of the person or company in the profile."""
    customer_number: str | None
    """Of a beneficiary."""
    document_expiration_date: str | None
    """Of a sender."""
    changed_by: str | None
    """Null if a server saved it with the merchant secret."""
    changed_at: UtcTime


class FeedEvent(TypedDict):
    event_id: str
    """The `X-Service-Event-Id` of its webhooks."""
    type: EventType
    """The kind of event, which decides the fields of `body`."""
    created_at: UtcTime
    body: dict[str, Any]
    """The body of its webhooks."""
    possible_duplicate: NotRequired[Literal[True]]
    """Another payment of the same payer, reference and amount was made within twenty minutes."""


class RefundRequest(TypedDict):
    id: str
    """The id of the refund request."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    amount: DecimalText
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    reason: str
    """The reason, in the words of whoever gave it."""
    state: Literal["WAITING", "APPROVED", "REFUNDED", "FAILED", "REJECTED", "WITHDRAWN", "EXPIRED"]
    """`APPROVED` until the outcome of the refund is known. `EXPIRED` when the payment can no longer be refunded."""
    approval_id: str | None
    """While it waits: the approval that a second user of yours decides, or its own id, under which we decide it."""
    requested_by: str
    """The email of your user, or `api` for your server."""
    created_at: UtcTime
    decided_at: UtcTime | None
    decision_reason: str | None
    """Why the request was rejected."""
    refund: RefundRequestRefund | None
    """The refund of an approved request."""


class RefundRequestRefund(TypedDict):
    """The refund of an approved request."""

    id: int
    """The number of the refund, as in the webhook `REFUND`."""
    status: Literal["PENDING", "SUCCESS", "FAILED"]
    """`PENDING` until the outcome of the refund is known."""
    completed_at: UtcTime | None


class Me(TypedDict):
    merchant_code: str
    name: str
    email: str
    environment: Literal["sandbox", "production"]
    is_test: bool
    test_profile: MeTestProfile | None
    """The test profile of a live merchant; null for a sandbox merchant, and in test mode."""
    live_profile: MeLiveProfile | None
    """In test mode: the merchant whose test profile this is; otherwise null."""
    api_key: str | None
    api_key_scopes: list[Literal["charge", "refund", "read", "payouts", "disputes"]] | None
    """What the API key may be used for."""
    user: SignedInUser
    microform: MicroformSettings
    rates: MeRates


class MeTestProfile(TypedDict):
    """The test profile of a live merchant; null for a sandbox merchant, and in test mode."""

    merchant_code: str


class MeLiveProfile(TypedDict):
    """In test mode: the merchant whose test profile this is; otherwise null."""

    merchant_code: str


class SignedInUser(TypedDict):
    """Who is signed in."""

    name: str
    email: str
    role: Literal["owner", "developer", "accountant", "cashier", "viewer"]


class MicroformSettings(TypedDict):
    microform_enabled: bool
    microform_allowed_origins: list[str]


class MeRates(TypedDict):
    commission_rate: DecimalText
    bank_commission_rate: DecimalText
    remittance_fee_rate: DecimalText
    remittance_fee_fixed: DecimalText


class StepUp(TypedDict):
    step_up_token: str
    expires_at: UtcTime


class NewApiKeys(TypedDict):
    api_key: str
    api_secret: str
    scopes: list[Literal["charge", "refund", "read", "payouts", "disputes"]]
    rotated_at: UtcTime


class NewMerchantSecret(TypedDict):
    merchant_code: str
    merchant_secret: str
    rotated_at: UtcTime


class NewCallbackSecret(TypedDict):
    callback_secret: str
    rotated_at: UtcTime
    previous_valid_until: UtcTime | None


class Whitelist(TypedDict):
    addresses: list[str]


class Callback(TypedDict):
    callback_url: str | None
    events: list[Literal["PAYOUT", "DISPUTE", "COLLECTION_RETURNED", "BATCH"]]
    """The optional events it receives, besides those that are always sent."""
    credentials: CallbackCredentials | None
    """The user name for HTTP basic authentication; the password is never shown."""


class CallbackCredentials(TypedDict):
    """The user name for HTTP basic authentication; the password is never shown."""

    username: str


class TestDelivery(TypedDict):
    delivered: bool
    http_status: int | None
    duration_ms: Number
    error: str | None


class WebhookCertification(TypedDict):
    merchant_code: str
    environment: Literal["sandbox", "production"]
    url: str
    observed_by: Literal["service", "command_line"]
    """`service`: we called the webhook URL. `command_line`: whoever ran the command chose the URL."""
    at: str
    """A time in UTC, to the second."""
    checks_version: int
    result: Literal["passed", "failed", "incomplete"]
    checks: list[WebhookCertificationCheck]
    signed_report: str
    """The report with its Ed25519 signature, by a key of `/.well-known/receipt-keys.json`."""


class WebhookCertificationCheck(TypedDict):
    id: Literal["genuine", "in_time", "altered_body", "wrong_secret", "missing_signature", "malformed_signature", "old_timestamp", "future_timestamp", "moved_timestamp", "two_signatures", "exact_bytes", "not_json", "unknown_event", "unknown_fields", "utf_8", "large_numbers", "large_body", "failed_payment", "doubled", "doubled_at_once", "late_retry", "reordered", "cancelled_then_paid", "refund_before_payment"]
    result: Literal["passed", "failed", "not_observed", "not_run"]
    expected: str
    received: str | None


class CheckoutSettings(TypedDict):
    checkout_attempts: int | None
    """How many cards a customer may try at one payment. While attempts are left, a decline keeps the payment PENDING
and sends no webhook. `null` is the default: 1 for orders created by the API, 3 for payment links and orders created in the
portal."""
    payment_methods: list[Literal["card", "mobile_money"]]
    """How customers may pay. With mobile money, a payment allows five attempts over both methods."""
    methods: list[PaymentMethodTerms]
    """What each method costs and when it pays, whether it is offered or not."""
    brand: Brand


class PaymentMethodTerms(TypedDict):
    method: Literal["card", "mobile_money"]
    commission_rate: str
    """What we take of a payment, in percent."""
    available_after_days: int
    """Days (UTC) from a payment until its money is available."""
    operators: list[PaymentMethodTermsOperator]
    """The operators whose wallets can pay; empty for cards."""


class PaymentMethodTermsOperator(TypedDict):
    operator: Operator
    is_open: bool
    """False while the operator takes no payments."""
    limits: list[PaymentMethodTermsOperatorLimit]


class PaymentMethodTermsOperatorLimit(TypedDict):
    currency: Literal["USD", "CDF"]
    minimum: DecimalText
    maximum: DecimalText


class Brand(TypedDict):
    logo: str | None
    """Where the logo is served; the address changes with the image."""
    accent: str | None
    support: str | None


class Delivery(TypedDict):
    id: str
    """The id of the delivery. To the webhook URL it is the id of the event."""
    event_id: str
    """The `X-Service-Event-Id`, the same at each of your addresses."""
    endpoint_id: str | None
    """The further webhook endpoint that it goes to; null for the webhook URL."""
    event_type: str
    about: DeliveryAbout | None
    """The payment or transfer that the webhook reports; null for an event about neither."""
    url: str
    status: Literal["PENDING", "DELIVERED", "FAILED", "DEAD"]
    next_attempt_at: UtcTime | None
    created_at: UtcTime
    attempts: list[DeliveryAttempt]


class DeliveryAbout(TypedDict):
    """The payment or transfer that the webhook reports; null for an event about neither."""

    type: Literal["payment", "transfer"]
    id: str
    """The `transaction_uuid` of the payment or the `transaction_id` of the transfer."""
    reference: str
    outcome: str | None
    """The `status` in the body; null if it has none."""
    amount: DecimalText | None
    currency: str | None


class DeliveryAttempt(TypedDict):
    at: UtcTime
    http_status: int | None
    error: str | None
    duration_ms: Number


class DeliveryDetail(TypedDict):
    id: str
    """The id of the delivery. To the webhook URL it is the id of the event."""
    event_id: str
    """The `X-Service-Event-Id`, the same at each of your addresses."""
    endpoint_id: str | None
    """The further webhook endpoint that it goes to; null for the webhook URL."""
    event_type: str
    about: DeliveryDetailAbout | None
    """The payment or transfer that the webhook reports; null for an event about neither."""
    url: str
    status: Literal["PENDING", "DELIVERED", "FAILED", "DEAD"]
    next_attempt_at: UtcTime | None
    created_at: UtcTime
    body: str
    attempts: list[DeliveryDetailAttempt]


class DeliveryDetailAbout(TypedDict):
    """The payment or transfer that the webhook reports; null for an event about neither."""

    type: Literal["payment", "transfer"]
    id: str
    """The `transaction_uuid` of the payment or the `transaction_id` of the transfer."""
    reference: str
    outcome: str | None
    """The `status` in the body; null if it has none."""
    amount: DecimalText | None
    currency: str | None


class DeliveryDetailAttempt(TypedDict):
    at: UtcTime
    http_status: int | None
    error: str | None
    duration_ms: Number
    response_head: str


class PaymentEvent(TypedDict):
    """All values are text; unknown values are empty. There is no `event_type`."""

    status: Literal["SUCCESS", "FAILED"]
    """`SUCCESS` if the payment is paid, `FAILED` if it never will be."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    amount: DecimalText
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    decision: Literal["ACCEPT", "REJECT", "REVIEW", ""]
    """What the gateway decided; empty if it was not asked."""
    message: str
    """Why the payment failed, in English; empty if it succeeded."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    cs_payment_id: str
    """The id of the charge at the gateway, or of the collection by phone."""
    auth_cavv_result: str
    """What the issuer said of the 3-D Secure proof, as a code of the card scheme; empty if nothing."""
    customer_name: str
    """The name of the payer, as given with the order."""
    customer_email: str
    """The email address of the payer."""
    cavv_message: str
    """The meaning of `auth_cavv_result`, in English; empty without one."""
    card_type: str
    """The brand of the card, such as `VISA`; empty without a card."""
    card_last4: str
    """The last four digits of the card; empty without a card."""
    card_expiry_date: str
    """The month in which the card expires, as MM-YYYY; empty without a card."""
    card_bin_country: str
    """The country of the card’s issuer, ISO 3166-1 alpha-2; empty if unknown."""
    card_issuer: str
    """The bank that issued the card; empty if unknown."""
    card_scheme: str
    """The scheme and product of the card; empty if unknown."""


class RefundEvent(TypedDict):
    event_type: Literal["REFUND"]
    """The kind of event, always the same in this webhook."""
    status: Literal["SUCCESS"]
    """Always `SUCCESS`: only refunds that are made are sent."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    cs_payment_id: str
    """The id of the charge at the gateway, or of the collection by phone."""
    cs_refund_id: str
    """The id of the refund at the gateway or operator."""
    refund_id: int
    """Our number of the refund."""
    amount: str
    """A decimal number as text, with four decimal places."""
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    refunded_total: str
    """A decimal number as text, with four decimal places."""
    remaining: str
    """A decimal number as text, with four decimal places."""
    reason: str
    """The reason, in the words of whoever gave it."""
    reason_code: str
    """The code of the reason; empty or null where nothing failed."""
    message: str
    """A note on the outcome, in English; usually empty."""
    timestamp: str
    """A time in UTC, to the second."""


class VoidEvent(TypedDict):
    event_type: Literal["VOID"]
    """The kind of event, always the same in this webhook."""
    status: Literal["SUCCESS"]
    """Always `SUCCESS`: only voids that are made are sent."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    cs_payment_id: str
    """The id of the charge at the gateway, or of the collection by phone."""
    cs_void_id: str
    """The id of the void at the gateway."""
    void_id: int
    """Our number of the void."""
    amount: DecimalText
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    reason: str
    """The reason, in the words of whoever gave it."""
    reason_code: str
    """The code of the reason; empty or null where nothing failed."""
    message: str
    """A note on the outcome, in English; usually empty."""
    timestamp: str
    """A time in UTC, to the second."""


class DisputeEvent(TypedDict):
    event_type: Literal["DISPUTE"]
    """The kind of event, always the same in this webhook."""
    event: Literal["reported", "opened", "evidence_sent", "submitted", "reminded", "accepted", "won", "lost"]
    """What happened. `state` is what the dispute is now. `submitted`: we filed your evidence with the bank."""
    dispute_id: str
    """The id of the dispute."""
    state: DisputeState
    """The state of the dispute; `OPEN` waits for your evidence."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    amount: DecimalText
    fee: DecimalText
    deducted: DecimalText
    returned: DecimalText
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    reason_code: str
    """The code of the card scheme for why the payment is disputed."""
    reason: str
    """The reason, in the words of whoever gave it."""
    respond_by: str | None
    """A time in UTC, to the second."""
    timestamp: str
    """A time in UTC, to the second."""


class PaymentCancellationEvent(TypedDict):
    event_type: Literal["PAYMENT_CANCELLATION"]
    """The kind of event, always the same in this webhook."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    amount: DecimalText
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    timestamp: str
    """A time in UTC, to the second."""


class RemittanceEvent(TypedDict):
    event_type: Literal["REMITTANCE"]
    """The kind of event, always the same in this webhook."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    transaction_id: str
    """Our id of the transfer."""
    status: Literal["Successful", "Failed", "Reversed"]
    """The outcome of the transfer."""
    amount: Number
    """The amount that the sender pays, in `currency`."""
    currency: SenderCurrency
    """The currency that the sender pays in, as an ISO 4217 code."""
    operator: Operator
    """The mobile-money operator of the number."""
    customer_number: str
    """Digits with country code."""
    receiver_amount: Number | None
    """Null until the transfer is converted."""
    receiver_currency: Literal["USD"]
    """The currency that the recipient receives: always `USD`."""
    subscriber_name: str | None
    """The name the wallet is registered under; null if the operator does not tell it."""
    telco_reference: str | None
    """The operator’s own id of the payout; null until it is known."""
    failure_code: str | None
    """The code of why the transfer failed; null otherwise."""
    failure_message: str | None
    """Why the transfer failed, in English; null otherwise."""
    created_at: UtcTime
    completed_at: UtcTime | None
    timestamp: UtcTime


class PayoutEvent(TypedDict):
    event_type: Literal["PAYOUT"]
    """The kind of event, always the same in this webhook."""
    payout_id: str
    """The id of the payout."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    state: PayoutState
    """`REQUESTED` waits for our approval, `APPROVED` for its turn, `SENT` for the operator or bank. `RETURNED` was paid and came back."""
    approval_id: str | None
    """Of a `REQUESTED` payout: the approval that a second user of yours decides, or its own id, under which we decide it."""
    held_reason: Literal["destination_not_active"] | None
    """Why it waits: `destination_not_active` until its destination was confirmed again, for example after a new password. Null if nothing keeps it."""
    amount: DecimalText
    fee: str
    """Taken in addition to the amount."""
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    destination: PayoutTarget
    """Where the money goes: a wallet or a bank account."""
    failure_code: str | None
    """Why the operator, the bank or we refused a `FAILED` payout."""
    operator_reference: str | None
    """The operator's own id of the payment, for questions to its support."""
    decision_reason: str | None
    """Why we rejected the payout."""
    created_at: str
    """A time in UTC, to the second."""
    sent_at: str | None
    """A time in UTC, to the second."""
    completed_at: str | None
    """A time in UTC, to the second."""
    returned_at: str | None
    """A time in UTC, to the second."""
    timestamp: str
    """A time in UTC, to the second."""


class CollectionReturnedEvent(TypedDict):
    event_type: Literal["COLLECTION_RETURNED"]
    """The kind of event, always the same in this webhook."""
    collection_id: str
    """The id of one request to pay on the phone, which begins with `MM-`."""
    transaction_uuid: str
    """The id of the payment, given when its order was created."""
    reference: str
    """Your own number of the payment, transfer or payout, as you sent it."""
    amount: DecimalText
    currency: CardCurrency
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    operator: Operator
    """The mobile-money operator of the number."""
    customer_number: str
    """Masked but for the last three digits."""
    reason: Literal["LATE", "DOUBLE", "AMOUNT"]
    """`LATE`: the order had ended. `DOUBLE`: it was paid otherwise. `AMOUNT`: another amount was taken."""
    timestamp: str
    """A time in UTC, to the second."""


class BatchEvent(TypedDict):
    event_type: Literal["BATCH"]
    """The kind of event, always the same in this webhook."""
    batch_id: str
    """The id of the batch, which begins with `BAT-`."""
    kind: Literal["transfer", "refund"]
    """Whether its rows are transfers or refunds."""
    name: str
    """The name of the batch, for people."""
    state: Literal["DONE"]
    """Always `DONE`: nothing is left to be sent."""
    rows: int
    """How many rows the batch has."""
    successful: int
    """How many rows were paid."""
    failed: int
    """How many rows failed for good."""
    held: int
    """Their outcomes follow by the webhooks of their transfers."""
    total: Number
    """What successful rows have cost, with fees."""
    currency: Literal["USD", "CDF"]
    """`USD` or `CDF`, as ISO 4217 codes: the currency of the amounts beside it."""
    timestamp: UtcTime


class TestEvent(TypedDict):
    event_type: Literal["TEST"]
    """The kind of event, always the same in this webhook."""
    merchant_code: str
    """The public code of your merchant account."""
    timestamp: UtcTime
