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
    merchant_reference: str
    callback_url: NotRequired[str | None]
    """Where the webhooks of its payments are sent. Defaults to the webhook URL of the merchant profile, if any."""
    description: NotRequired[str | None]
    return_url: NotRequired[str | None]
    cancel_url: NotRequired[str | None]
    expires_at: NotRequired[str | None]
    locale: NotRequired[str | None]
    payment_methods: NotRequired[list[Literal["card", "mobile_money"]] | None]
    max_uses: NotRequired[int | None]


class PaymentLinkRequestSchedule(TypedDict):
    due_on: str
    amount: Amount
    """At most two decimals, at least 1.00 USD or 500.00 CDF."""


class CaptureContextRequest(TypedDict):
    target_origin: str
    allowed_card_networks: NotRequired[list[Literal["VISA", "MASTERCARD", "AMEX"]] | None]
    locale: NotRequired[str | None]
    merchant_reference: str
    return_url: NotRequired[str | None]
    """Where the payer comes back after a challenge in the whole window; an address of `target_origin`."""
    transaction_uuid: NotRequired[str | None]
    """Renews the card fields of this open transaction instead of creating another one."""


class SetupRequest(TypedDict):
    transaction_uuid: str
    transient_token: str


class EnrolmentRequest(TypedDict):
    transaction_uuid: str
    transient_token: str
    amount: Amount
    """At most two decimals, at least 1.00 USD or 500.00 CDF."""
    currency: str
    bill_to: BillTo
    reference_id: str
    browser: NotRequired[BrowserFacts | None]


class BillTo(TypedDict):
    first_name: str
    last_name: str
    email: str
    """Email of the payer, stored in lower case."""
    phone_number: str
    """Digits, spaces, hyphens and parentheses, with or without `+`. Without a country code, the number is read as one of the address country."""
    address_line1: str
    address_city: str
    address_country: str
    """ISO 3166-1 alpha-2"""
    address_state: NotRequired[str | None]
    """Required for US and CA, as two letters."""
    address_postal_code: NotRequired[str | None]
    """Required for US (12345 or 12345-6789) and CA (A1A1A1)."""


class BrowserFacts(TypedDict):
    ip_address: NotRequired[str | None]
    user_agent: NotRequired[str | None]
    accept_header: NotRequired[str | None]
    language: NotRequired[str | None]
    color_depth: NotRequired[str | None]
    screen_height: NotRequired[str | None]
    screen_width: NotRequired[str | None]
    time_difference: NotRequired[str | None]
    java_enabled: NotRequired[bool | None]


class ChargeRequest(TypedDict):
    transaction_uuid: str
    transient_token: str
    amount: Amount
    """At most two decimals, at least 1.00 USD or 500.00 CDF."""
    currency: str
    bill_to: BillTo
    merchant_reference: str
    callback_url: str
    authentication_transaction_id: NotRequired[str | None]


class PayoutRequest(TypedDict):
    amount: Amount
    """With at most two decimals; none in CDF to a wallet."""
    currency: CardCurrency
    destination_id: str
    reference: str
    """Your own reference. The same one again returns the first response and pays nothing more."""


class DisputeEvidence(TypedDict):
    explanation: NotRequired[str | None]
    """Why the payment is justified."""
    product_description: NotRequired[str | None]
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
    content: str
    """A PDF, JPEG or PNG file of at most 5 MiB, in Base64."""


class NewRefundRequest(TypedDict):
    amount: NotRequired[Amount | None]
    reason: str


class QuoteRequest(TypedDict):
    source_amount: NotRequired[Amount]
    receiver_amount: NotRequired[Amount]
    currency: SenderCurrency
    operator: NotRequired[Literal["vodacom", "airtel", "orange", "africell", ""] | None]
    customer_number: NotRequired[str | None]


class InboundRequest(TypedDict):
    reference: str
    amount: NotRequired[Amount]
    currency: NotRequired[SenderCurrency]
    customer_number: str
    operator: NotRequired[Literal["vodacom", "airtel", "orange", "africell", ""] | None]
    receiver_currency: NotRequired[Literal["USD", ""] | None]
    expected_receiver_name: str
    sender_first_name: str
    sender_middle_name: str
    sender_last_name: str
    sender_birthdate: str
    sender_birthplace: str
    sender_document_type: DocumentType
    sender_document_number: str
    document_issue_date: str
    document_expiration_date: str
    sender_country: str
    sender_city: str
    current_address: str
    permanent_address: str
    profession: str
    sender_msisdn: str
    receiver_first_name: NotRequired[str | None]
    receiver_middle_name: str
    receiver_last_name: NotRequired[str | None]
    receiver_birthdate: str
    receiver_birthplace: str
    receiver_document_type: DocumentType
    receiver_document_number: str
    receiver_current_address: NotRequired[str | None]
    receiver_permanent_address: NotRequired[str | None]
    reason_of_transaction: ReasonOfTransaction
    source_of_funds: SourceOfFunds
    reason_details: NotRequired[str | None]
    provider_name: NotRequired[str | None]
    callback_url: NotRequired[str | None]
    quote_id: NotRequired[str | None]


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
    limit: int
    total: int
    pages: int


class Order(TypedDict):
    amount: DecimalText
    currency: CardCurrency
    transaction_uuid: str
    transaction_status: Literal["PENDING"]
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
    amount: str
    """Empty while a custom checkout has no amount."""
    currency: Literal["CDF", "USD", ""]
    merchant_reference: str
    message: str
    """Why the payment failed; empty otherwise."""
    transaction_uuid: str
    transaction_status: TransactionStatus
    card_type: str
    card_last4: str
    card_expiry_date: str
    """MM-YYYY"""
    card_bin_country: str
    card_issuer: str
    card_scheme: str
    payment_method: NotRequired[Literal["card", "mobile_money"] | None]
    """How the payment was made; null while nobody has paid. This and the next two fields are there only for merchants with mobile money."""
    operator: NotRequired[Operator | None]
    """The operator of the wallet that paid; null for a card."""
    customer_number: NotRequired[str | None]
    """The number that paid, masked but for its last three digits; null for a card."""


class Receipt(TypedDict):
    receipt: str
    """The token, shorter than 300 bytes: its content in JSON and an Ed25519 signature, both in Base64 for URLs."""
    code: str
    """Ten characters without look-alikes, the same in each receipt."""
    key_id: str
    """`kid` of the key that signed it."""
    url: str
    """The page that verifies it. Hand it to the customer as it is."""


class LinkReceipt(TypedDict):
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
    url: str
    qr_svg_url: str
    status: Literal["ACTIVE", "EXPIRED", "EXHAUSTED", "CANCELLED"]
    kind: Literal["single", "open", "parts"]
    amount: str | None
    """Of each payment; of `parts` the total; null for an open amount."""
    currency: CardCurrency
    merchant_reference: str
    description: str
    max_uses: int | None
    """Null unless the kind is `single`."""
    uses: int
    """Successful payments."""
    group: NotRequired[str]
    payer_label: NotRequired[str]
    minimum: NotRequired[str]
    """Of an open amount."""
    maximum: NotRequired[str | None]
    """Of an open amount; null for none."""
    minimum_part: NotRequired[str]
    """Of `parts`."""
    schedule: NotRequired[list[PaymentLinkSchedule]]
    """Of `parts`."""
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
    amount: DecimalText


class PaymentLinkNextDue(TypedDict):
    """What is missing of the first day of the schedule that is not paid yet."""

    due_on: str
    amount: DecimalText


class MadeLink(TypedDict):
    row: int
    """Of the file, from 1."""
    code: str
    url: str
    merchant_reference: str
    payer_label: str | None
    group: str | None


class CardBalance(TypedDict):
    currency: str
    pending: str
    """Not settled by the gateway yet. Below zero after refunds."""
    available: str
    """Below zero if more was refunded or disputed than was available; pending money and later payments make up for it."""
    reserved: str
    """Held for payouts in progress. A dispute takes its amount and fee from `available`."""


class BalanceTransaction(TypedDict):
    id: str
    type: BalanceTransactionType
    amount: str
    """Negative if it was taken from the merchant."""
    fee: str
    """Our fee; a void gives it back, so it is negative."""
    net: str
    """The amount less the fee: what changed the balance."""
    currency: str
    available_on: str
    source: str | None
    """The `transaction_uuid` of the payment or the `payout_id` of the payout, if there is one."""
    created_at: str
    """A time in UTC, to the second."""


class Payout(TypedDict):
    payout_id: str
    reference: str
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
    destination: PayoutTarget
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
    type: Literal["wallet", "bank"]
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
    payout_id: str
    reference: str
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
    destination: PayoutTarget
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
    """Oldest first."""


class PayoutHistoryLine(TypedDict):
    at: str
    """A time in UTC, to the second."""
    event: str
    state: str | None
    """The state from then on; null where it did not change."""
    detail: str


Statement = TypedDict(
    "Statement",
    {
        "period": 'str',
        "currency": 'str',
        "from": 'str',
        "to": 'str',
        # Whether the statement is complete. A period becomes final 15 minutes after its end.
        "final": 'bool',
        # Contains the transactions before this time.
        "as_of": 'str',
        # The balance before the period: pending, available and reserved together.
        "opening": 'str',
        # The opening balance and the `net` of all lines.
        "closing": 'str',
        "totals": 'list[StatementTotal]',
        # The number of lines.
        "transactions": 'int',
        # Oldest first.
        "lines": 'list[StatementLine]',
    },
)


class StatementTotal(TypedDict):
    type: BalanceTransactionType
    transactions: int
    amount: DecimalText
    fee: DecimalText
    net: DecimalText


class StatementLine(TypedDict):
    id: str
    type: BalanceTransactionType
    amount: str
    """Negative if it was taken from the merchant."""
    fee: str
    """Our fee; a void gives it back, so it is negative."""
    net: str
    """The amount less the fee: what changed the balance."""
    currency: str
    available_on: str
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
    kind: Literal["invoice", "credit_note"]
    """A credit note if more fees were returned in the month than taken; its amounts are negative."""
    period: str
    """The month of the fees."""
    currency: str
    net: DecimalText
    vat: DecimalText
    total: str
    """The fees of the month, which include the VAT."""
    issued_on: str
    vat_percent: DecimalText
    issued_at: str
    """A time in UTC, to the second."""
    issuer: FeeInvoiceIssuer
    recipient: FeeInvoiceRecipient
    lines: list[FeeInvoiceLine]


class FeeInvoiceIssuer(TypedDict):
    name: str
    address: str
    rccm: str
    nif: str


class FeeInvoiceRecipient(TypedDict):
    name: str
    merchant_code: str


class FeeInvoiceLine(TypedDict):
    type: BalanceTransactionType
    transactions: int
    fee: DecimalText


class FeeInvoiceSummary(TypedDict):
    number: str
    kind: Literal["invoice", "credit_note"]
    """A credit note if more fees were returned in the month than taken; its amounts are negative."""
    period: str
    """The month of the fees."""
    currency: str
    net: DecimalText
    vat: DecimalText
    total: str
    """The fees of the month, which include the VAT."""
    issued_on: str


class DisputeSummary(TypedDict):
    dispute_id: str
    state: DisputeState
    transaction_uuid: str
    merchant_reference: str
    amount: str
    """What the cardholder disputes."""
    fee: DecimalText
    deducted: str
    """What is out of your available balance now, fee included: zero for an inquiry and after `WON`."""
    returned: str
    """What came back to your available balance when the dispute was won, fee included: zero if it had taken nothing."""
    currency: CardCurrency
    reason_code: str
    """The card scheme's code."""
    reason: str
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
    state: DisputeState
    transaction_uuid: str
    merchant_reference: str
    amount: str
    """What the cardholder disputes."""
    fee: DecimalText
    deducted: str
    """What is out of your available balance now, fee included: zero for an inquiry and after `WON`."""
    returned: str
    """What came back to your available balance when the dispute was won, fee included: zero if it had taken nothing."""
    currency: CardCurrency
    reason_code: str
    """The card scheme's code."""
    reason: str
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
    evidence: EvidenceOfDispute
    allowed_actions: DisputeAllowedActions
    history: list[DisputeHistoryLine]


class DisputePayment(TypedDict):
    status: TransactionStatus
    amount: DecimalText
    refunded: DecimalText
    card_type: str
    card_last4: str
    customer_name: str
    paid_at: str | None
    """A time in UTC, to the second."""


class EvidenceOfDispute(TypedDict):
    explanation: str | None
    product_description: str | None
    delivery: str | None
    customer_contact: str | None
    refund_policy: str | None
    sent_at: str | None
    """A time in UTC, to the second."""
    submitted_at: str | None
    """When we filed it with the bank."""
    files: list[EvidenceOfDisputeFile]


class EvidenceOfDisputeFile(TypedDict):
    id: str
    name: str
    type: str
    size: int
    created_at: str
    """A time in UTC, to the second."""


class DisputeAllowedActions(TypedDict):
    send_evidence: DisputeAction
    accept: DisputeAction


class DisputeAction(TypedDict):
    allowed: bool
    reason: str | None


class DisputeHistoryLine(TypedDict):
    event: Literal["reported", "opened", "evidence_sent", "submitted", "reminded", "accepted", "won", "lost"]
    state: DisputeState
    balance_change: str
    """What it moved on your available balance, fee included: negative when the dispute took it."""
    by: Literal["bank", "merchant", "likuta"]
    at: str
    """A time in UTC, to the second."""


class CaptureContext(TypedDict):
    jwt: str
    """For the card-field library, in the browser."""
    transaction_uuid: str
    expires_in: int
    """Seconds."""


class Setup(TypedDict):
    status: Literal["COMPLETED"]
    transaction_uuid: str
    reference_id: str
    device_data_collection_url: str
    access_token: str


class Enrolment(TypedDict):
    status: Literal["AUTHENTICATED", "CHALLENGE_REQUIRED", "FAILED"]
    transaction_uuid: str
    authentication_transaction_id: str | None
    challenge_required: bool
    step_up_url: str | None
    """Post `JWT` = `access_token` to this address, in a frame."""
    access_token: str | None
    message: str | None


class Charge(TypedDict):
    """A declined card also returns HTTP 200, so check `status`."""

    status: Literal["SUCCESS", "FAILED"]
    transaction_uuid: str
    transaction_id: str | None
    """The gateway's payment id; named `cs_payment_id` elsewhere."""
    reason_code: str | None
    message: str | None


class Quote(TypedDict):
    quote_id: str
    source_amount: Number
    """What the sender pays, in `currency`: `amount` of the transfer."""
    currency: SenderCurrency
    receiver_amount: Number
    receiver_currency: Literal["USD"]
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
    fee: Number
    usd: Number
    cdf_low: Number
    cdf_high: Number
    as_of: str
    """When the operator's table of fees began to apply."""


class AcceptedTransfer(TypedDict):
    reference: str
    transaction_id: str
    status: Literal["Submitted", "Hold"]
    amount: Number
    currency: SenderCurrency
    receiver_amount: Number | None
    """Null until the transfer is converted."""
    receiver_currency: Literal["USD"]
    rate: Number | None
    fee: Number | None
    """Null until the transfer is converted."""
    operator: Operator
    customer_number: str
    """Digits with country code."""
    subscriber_name: str | None
    created_at: UtcTime


class TransferCheck(TypedDict):
    outcome: Literal["would_accept", "would_hold", "would_refuse"]
    errors: list[RowError]
    """All that would refuse the transfer, where a transfer is refused for the first."""
    name_match: NameMatch | None
    screening: Literal["clear", "hold"] | None
    """Null, as are the fields after it, if the fields of the request could not be read."""
    limits: Literal["allow", "hold", "refuse"] | None
    price: TransferCheckPrice | None


class RowError(TypedDict):
    code: str
    field: str | None
    message: str


class NameMatch(TypedDict):
    expected: str
    matched: str
    """The name the wallet is registered under."""
    score: Number
    decision: Literal["MATCH", "PARTIAL", "NO_MATCH"]
    words: list[NameMatchWord]


class NameMatchWord(TypedDict):
    expected: str | None
    matched: str | None
    how: Literal["equal", "short_form", "initial", "spelling", "similar", "joined", "missing", "extra"]
    score: Number


class TransferCheckPrice(TypedDict):
    source_amount: Number
    receiver_amount: Number
    rate: Number
    fee: Number
    total_debit: Number


class TransferRequirements(TypedDict):
    schema: dict[str, Any]
    next: TransferRequirementsNext
    """The fields that the next release will require in addition."""


class TransferRequirementsNext(TypedDict):
    """The fields that the next release will require in addition."""

    required: list[str]


class Transfer(TypedDict):
    reference: str
    transaction_id: str
    status: TransferStatus
    amount: Number
    currency: SenderCurrency
    operator: Operator
    customer_number: str
    """Digits with country code."""
    subscriber_name: str | None
    created_at: UtcTime


class TransferWithOutcome(TypedDict):
    reference: str
    transaction_id: str
    status: TransferStatus
    amount: Number
    currency: SenderCurrency
    operator: Operator
    customer_number: str
    """Digits with country code."""
    subscriber_name: str | None
    created_at: UtcTime
    telco_reference: str | None
    completed_at: UtcTime | None


class Timeline(TypedDict):
    reference: str
    transaction_id: str
    events: list[TimelineEvent]


class TimelineEvent(TypedDict):
    at: UtcTime
    kind: str
    detail: str


class Account(TypedDict):
    customer_number: str
    """Digits with country code."""
    operator: Operator
    subscriber_name: str | None
    active: bool | None
    name_match: NameMatch | None
    """Null if no expected name was given."""


class PhoneCheck(TypedDict):
    phone: str
    """Digits with country code."""
    e164: str
    country: str | None
    operator: Operator | None
    blacklisted: bool


class RemainingLimits(TypedDict):
    limits: list[RemainingLimitsLimit]


class RemainingLimitsLimit(TypedDict):
    rule: str
    subject: Literal["sender", "beneficiary", "number", "document", "pair"]
    measure: Literal["sum", "count", "amount"]
    window: Literal["hour", "day", "week", "month", "transfer"]
    limit: Number
    """Dollars; a number for what is counted."""
    used: Number
    left: Number
    frees_at: str | None
    """When the oldest transfer leaves the window; null if there is none."""


class Balance(TypedDict):
    currency: Literal["USD"]
    available: Number
    reserved: Number
    """Reserved for transfers in progress."""
    total: Number
    as_of: UtcTime


class WalletEntry(TypedDict):
    id: str
    """The number of the line in this wallet."""
    at: UtcTime
    kind: Literal["TOPUP", "RESERVE", "RELEASE", "DEBIT", "FEE", "REVERSAL", "ADJUSTMENT"]
    amount: Number
    """Negative for a debit of the available balance."""
    balance_after: Number
    reference: str | None
    transaction_id: str | None


class Settlement(TypedDict):
    settlement_id: str
    period_start: UtcTime
    period_end: UtcTime
    currency: str
    count: int
    gross_amount: Number
    fee_amount: Number
    net_amount: Number
    status: Literal["CLOSED"]
    closed_at: UtcTime


class RateTable(TypedDict):
    base: Literal["USD"]
    as_of: str
    next_refresh_at: str
    rates: list[RateTableRate]


class RateTableRate(TypedDict):
    currency: str
    rate: Number


class LiveRate(TypedDict):
    base: Literal["USD"]
    currency: str
    rate: Number
    as_of: str
    source: Literal["live"]


class Health(TypedDict):
    status: Literal["healthy", "degraded"]
    service: Literal["remittance"]
    checks: HealthChecks
    timestamp: UtcTime


class HealthChecks(TypedDict):
    database: Literal["ok", "unreachable"]


class Batch(TypedDict):
    batch_id: str
    kind: Literal["transfer", "refund"]
    name: str
    state: Literal["CHECKING", "CHECKED", "CONFIRMED", "RUNNING", "PAUSED", "DONE", "CANCELLED"]
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
    confirmed_rows: int | None
    confirmed_total: Number | None
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
    ready: int
    faulty: int
    waiting: int
    sent: int
    held: int
    successful: int
    failed: int
    reversed: int
    cancelled: int


class BatchSummary(TypedDict):
    batch_id: str
    kind: Literal["transfer", "refund"]
    name: str
    state: Literal["CHECKING", "CHECKED", "CONFIRMED", "RUNNING", "PAUSED", "DONE", "CANCELLED"]
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
    confirmed_rows: int | None
    confirmed_total: Number | None
    created_at: UtcTime
    checked_at: UtcTime | None
    confirmed_at: UtcTime | None
    done_at: UtcTime | None


class BatchRow(TypedDict):
    row: int
    """Its number in the file, from 1."""
    reference: str | None
    state: BatchRowState
    customer_number: str | None
    """As uploaded; null once it was erased."""
    expected_receiver_name: str | None
    source_amount: Number | None
    """Null for what is no amount."""
    source_currency: str | None
    receiver_amount: Number | None
    fee: Number | None
    transaction_id: str | None
    transfer_reference: str | None
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
    code: str
    changed_by: str | None
    """Null if a server saved it with the merchant secret."""
    changed_at: UtcTime
    is_confirmed: bool
    """Whether a batch with it was confirmed since it was last changed, as of the upload."""


class RefundBatchRow(TypedDict):
    row: int
    """Its number in the file, from 1."""
    state: BatchRowState
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
    amount: Number | None
    """What is refunded; null before the check."""
    currency: Literal["USD", "CDF"]
    reason: str | None
    would_hold: bool
    """Whether it would wait for an approval, as of the check."""
    refund_request_id: str | None


class SavedProfile(TypedDict):
    kind: ProfileKind
    code: str
    name: str
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
    code: str
    name: str
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
    created_at: UtcTime
    body: dict[str, Any]
    """The body of its webhooks."""
    possible_duplicate: NotRequired[Literal[True]]
    """Another payment of the same payer, reference and amount was made within twenty minutes."""


class RefundRequest(TypedDict):
    id: str
    transaction_uuid: str
    amount: DecimalText
    currency: CardCurrency
    reason: str
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
    status: Literal["PENDING", "SUCCESS", "FAILED"]
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
    reference: str
    amount: DecimalText
    currency: CardCurrency
    decision: Literal["ACCEPT", "REJECT", "REVIEW", ""]
    message: str
    transaction_uuid: str
    cs_payment_id: str
    auth_cavv_result: str
    customer_name: str
    customer_email: str
    cavv_message: str
    card_type: str
    card_last4: str
    card_expiry_date: str
    card_bin_country: str
    card_issuer: str
    card_scheme: str


class RefundEvent(TypedDict):
    event_type: Literal["REFUND"]
    status: Literal["SUCCESS"]
    transaction_uuid: str
    reference: str
    cs_payment_id: str
    cs_refund_id: str
    refund_id: int
    amount: str
    """A decimal number as text, with four decimal places."""
    currency: CardCurrency
    refunded_total: str
    """A decimal number as text, with four decimal places."""
    remaining: str
    """A decimal number as text, with four decimal places."""
    reason: str
    reason_code: str
    message: str
    timestamp: str
    """A time in UTC, to the second."""


class VoidEvent(TypedDict):
    event_type: Literal["VOID"]
    status: Literal["SUCCESS"]
    transaction_uuid: str
    reference: str
    cs_payment_id: str
    cs_void_id: str
    void_id: int
    amount: DecimalText
    currency: CardCurrency
    reason: str
    reason_code: str
    message: str
    timestamp: str
    """A time in UTC, to the second."""


class DisputeEvent(TypedDict):
    event_type: Literal["DISPUTE"]
    event: Literal["reported", "opened", "evidence_sent", "submitted", "reminded", "accepted", "won", "lost"]
    """What happened. `state` is what the dispute is now. `submitted`: we filed your evidence with the bank."""
    dispute_id: str
    state: DisputeState
    transaction_uuid: str
    reference: str
    amount: DecimalText
    fee: DecimalText
    deducted: DecimalText
    returned: DecimalText
    currency: CardCurrency
    reason_code: str
    reason: str
    respond_by: str | None
    """A time in UTC, to the second."""
    timestamp: str
    """A time in UTC, to the second."""


class PaymentCancellationEvent(TypedDict):
    event_type: Literal["PAYMENT_CANCELLATION"]
    transaction_uuid: str
    reference: str
    amount: DecimalText
    currency: CardCurrency
    timestamp: str
    """A time in UTC, to the second."""


class RemittanceEvent(TypedDict):
    event_type: Literal["REMITTANCE"]
    reference: str
    transaction_id: str
    status: Literal["Successful", "Failed", "Reversed"]
    amount: Number
    currency: SenderCurrency
    operator: Operator
    customer_number: str
    """Digits with country code."""
    receiver_amount: Number | None
    """Null until the transfer is converted."""
    receiver_currency: Literal["USD"]
    subscriber_name: str | None
    telco_reference: str | None
    failure_code: str | None
    failure_message: str | None
    created_at: UtcTime
    completed_at: UtcTime | None
    timestamp: UtcTime


class PayoutEvent(TypedDict):
    event_type: Literal["PAYOUT"]
    payout_id: str
    reference: str
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
    destination: PayoutTarget
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
    collection_id: str
    transaction_uuid: str
    reference: str
    amount: DecimalText
    currency: CardCurrency
    operator: Operator
    customer_number: str
    """Masked but for the last three digits."""
    reason: Literal["LATE", "DOUBLE", "AMOUNT"]
    """`LATE`: the order had ended. `DOUBLE`: it was paid otherwise. `AMOUNT`: another amount was taken."""
    timestamp: str
    """A time in UTC, to the second."""


class BatchEvent(TypedDict):
    event_type: Literal["BATCH"]
    batch_id: str
    kind: Literal["transfer", "refund"]
    name: str
    state: Literal["DONE"]
    rows: int
    successful: int
    failed: int
    held: int
    """Their outcomes follow by the webhooks of their transfers."""
    total: Number
    """What successful rows have cost, with fees."""
    currency: Literal["USD", "CDF"]
    timestamp: UtcTime


class TestEvent(TypedDict):
    event_type: Literal["TEST"]
    merchant_code: str
    timestamp: UtcTime
