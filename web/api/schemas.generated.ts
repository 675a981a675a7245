// The schemas of docs/openapi.json, printed by scripts/generate.ts. Pages use them by the names in the files beside.

export type AccessToken = {
  status: 'success'
  data: {
    access_token: string
    token_type: 'Bearer'
    /** Seconds. */
    expires_in: number
    merchant_code: string
    environment: 'sandbox' | 'production'
  }
}

export type AccountLookup = {
  status: 'success'
  data: {
    /** Digits with country code. */
    customer_number: string
    operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
    subscriber_name: string | null
    active: boolean | null
    /** Null if no expected name was given. */
    name_match: NameMatch | null
  }
}

export type Adjustment = {
  id: string
  /** `TOPUP`: a top-up beyond the limit of one person. `ADJUSTMENT`: a correction. */
  kind: 'ADJUSTMENT' | 'TOPUP'
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  amount: number
  currency: 'USD'
  reason: string
  state: 'PENDING' | 'APPROVED' | 'REJECTED'
  requested_by: string
  /** A time in UTC, to the microsecond, written without a zone. */
  requested_at: string
  decided_by: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  decided_at: string | null
  decision_reason: string | null
  balance_after: number | null
  allowed_actions: {
    approve: {
      allowed: boolean
      reason: string | null
    }
    reject: {
      allowed: boolean
      reason: string | null
    }
  }
}

export type AdjustmentRequest = {
  amount: number
  reason: string
  environment?: 'sandbox' | 'production' | null
}

export type AdjustmentResponse = {
  status: 'success'
  data: Adjustment
}

export type Adjustments = {
  status: 'success'
  data: {
    items: Adjustment[]
    pagination: CappedPagination
  }
}

export type Admin = {
  status: 'success'
  data: {
    name: string
    environment: 'sandbox' | 'production'
    second_admin: boolean
  }
}

export type AdminDeliveries = {
  status: 'success'
  data: {
    items: AdminDelivery[]
    pagination: CappedPagination
  }
}

export type AdminDelivery = {
  id: number
  event_id: string
  event_type: string
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'DEAD'
  /** A time in UTC, to the microsecond, written without a zone. */
  next_attempt_at: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  body: string
  attempts: {
    /** A time in UTC, to the microsecond, written without a zone. */
    at: string
    http_status: number | null
    error: string | null
    duration_ms: number
    response_head: string
  }[]
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  subject: string
}

export type AdminDeliveryResent = {
  status: 'success'
  data: {
    id: number
    status: 'PENDING'
  }
}

export type AdminPaymentDetail = {
  status: 'success'
  data: {
    transaction_uuid: string
    merchant_reference: string
    status: 'PENDING' | 'SUCCESS' | 'PARTIALLY_REFUNDED' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED' | 'VOIDED'
    /** With two decimals; null while a custom checkout has no amount. */
    amount: string | null
    currency: 'CDF' | 'USD' | null
    customer_name: string | null
    card_type: string
    card_last4: string
    /** A time in UTC, to the microsecond, written without a zone. */
    created_at: string
    /** A time in UTC, to the microsecond, written without a zone. */
    finalised_at: string | null
    origin: string
    message: string
    reason_code: string
    decision: string
    cs_payment_id: string
    financial: {
      commission_rate: string
      /** With two decimals; null while a custom checkout has no amount. */
      commission_amount: string | null
      /** With two decimals; null while a custom checkout has no amount. */
      merchant_amount: string | null
    }
    bill_to: BillTo
    checkout_link: string | null
    moves: {
      event: string
      from: string
      to: string
      /** A time in UTC, to the microsecond, written without a zone. */
      at: string
    }[]
    authentications: {
      state: string
      /** A time in UTC, to the microsecond, written without a zone. */
      created_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      authenticated_at: string | null
      /** Evidence for a dispute. Null unless the authentication was charged. */
      evidence: {
        eci: string
        /** The 3-D Secure version. */
        version: string
        /** Y authenticated, A attempted, U unavailable. */
        pares_status: string
        directory_server_transaction_id: string
        flow: 'frictionless' | 'challenge'
        /** A time in UTC, to the microsecond, written without a zone. */
        authenticated_at: string | null
      } | null
    }[]
    merchant_code: string
    merchant_name: string
    environment: 'sandbox' | 'production'
    refunds: {
      id: number
      cs_refund_id: string
      /** With two decimals; null while a custom checkout has no amount. */
      amount: string | null
      currency: 'CDF' | 'USD'
      status: 'PENDING' | 'SUCCESS' | 'FAILED'
      reason: string
      /** A time in UTC, to the microsecond, written without a zone. */
      created_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      completed_at: string | null
      callback_delivered: boolean
      refunded_by: string | null
      /** The gateway's own reason code, if it gave one. */
      gateway_reason: string | null
    }[]
    voids: {
      id: number
      cs_void_id: string
      status: 'PENDING' | 'SUCCESS' | 'FAILED'
      reason: string
      /** A time in UTC, to the microsecond, written without a zone. */
      created_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      completed_at: string | null
      callback_delivered: boolean
      voided_by: string | null
    }[]
    /** The gateway operations of the payment. */
    operations: {
      id: string
      kind: 'charge' | 'undo' | 'refund' | 'void'
      state: 'intent' | 'sent' | 'unknown' | 'undoing' | 'confirmed' | 'declined' | 'undone'
      attempts: number
      upstream_id: string | null
      correlation_id: string | null
      detail: string | null
      /** A time in UTC, to the microsecond, written without a zone. */
      created_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      resolved_at: string | null
      /** A time in UTC, to the microsecond, written without a zone. */
      next_check_at: string | null
    }[]
    deliveries: DeliveryDetail[]
    allowed_actions: {
      refund: {
        allowed: boolean
        reason: string | null
        forcible: boolean
        remaining: string | null
        /** A time in UTC, to the microsecond, written without a zone. */
        until: string | null
      }
      void: {
        allowed: boolean
        reason: string | null
        /** A time in UTC, to the microsecond, written without a zone. */
        until: string | null
      }
    }
  }
}

export type AdminPaymentSummary = {
  transaction_uuid: string
  merchant_reference: string
  status: 'PENDING' | 'SUCCESS' | 'PARTIALLY_REFUNDED' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED' | 'VOIDED'
  /** With two decimals; null while a custom checkout has no amount. */
  amount: string | null
  currency: 'CDF' | 'USD' | null
  customer_name: string | null
  card_type: string
  card_last4: string
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  /** A time in UTC, to the microsecond, written without a zone. */
  finalised_at: string | null
  origin: string
  cs_payment_id: string
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
}

export type AdminPayments = {
  status: 'success'
  data: {
    items: AdminPaymentSummary[]
    pagination: CappedPagination
  }
}

export type AdminSettlement = {
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  settlement_id: string
  /** A time in UTC, to the microsecond, written without a zone. */
  period_start: string
  /** A time in UTC, to the microsecond, written without a zone. */
  period_end: string
  currency: string
  count: number
  gross_amount: number
  fee_amount: number
  net_amount: number
  status: 'CLOSED'
  /** A time in UTC, to the microsecond, written without a zone. */
  closed_at: string
}

export type AdminSettlements = {
  status: 'success'
  data: {
    items: AdminSettlement[]
    pagination: CappedPagination
  }
}

export type AdminTransferDetail = {
  status: 'success'
  data: {
    reference: string
    transaction_id: string
    status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
    amount: number
    currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
    operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
    /** Digits with country code. */
    customer_number: string
    subscriber_name: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    created_at: string
    merchant_code: string
    merchant_name: string
    environment: 'sandbox' | 'production'
    /** Null until the transfer is converted. */
    receiver_amount: number | null
    receiver_currency: 'USD'
    /** Null until the transfer is converted. */
    fee: number | null
    rate: number | null
    /** A time in UTC, to the microsecond, written without a zone. */
    rate_as_of: string | null
    rate_source: string | null
    telco_reference: string | null
    failure_code: string | null
    failure_message: string | null
    callback_url: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    completed_at: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    reversed_at: string | null
    settlement_id: string | null
    reversal_settlement_id: string | null
    parties: TransferParties
    screening: ScreeningFinding[] | null
    review: {
      decision: string
      reason: string | null
      decided_by: string | null
      /** A time in UTC, to the microsecond, written without a zone. */
      decided_at: string | null
    } | null
    timeline: TimelineEvent[]
    wallet_lines: {
      /** A time in UTC, to the microsecond, written without a zone. */
      at: string
      kind: 'TOPUP' | 'RESERVE' | 'RELEASE' | 'DEBIT' | 'FEE' | 'REVERSAL' | 'ADJUSTMENT'
      amount: number
      balance_after: number
    }[]
    payout: {
      reference: string
      state: string
      attempts: number
      /** A time in UTC, to the microsecond, written without a zone. */
      dispatched_at: string | null
      /** A time in UTC, to the microsecond, written without a zone. */
      next_check_at: string | null
      telco_reference: string | null
      detail: string | null
    } | null
    operator_pause: OperatorPause | null
    reversals: {
      reference: string
      state: 'REVERSED' | 'REFUSED' | 'PENDING'
      reason: string
      requested_by: string
      /** A time in UTC, to the microsecond, written without a zone. */
      requested_at: string
      attempts: number
      /** A time in UTC, to the microsecond, written without a zone. */
      ended_at: string | null
      telco_reference: string | null
      detail: string | null
    }[]
    exceptions: {
      id: string
      kind: string
      detail: string
      state: 'open' | 'closed'
      /** A time in UTC, to the microsecond, written without a zone. */
      opened_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      closed_at: string | null
      closed_by: string | null
      close_reason: string | null
    }[]
    deliveries: DeliveryDetail[]
    allowed_actions: {
      release: {
        allowed: boolean
        reason: string | null
      }
      reject: {
        allowed: boolean
        reason: string | null
      }
      inquire: {
        allowed: boolean
        reason: string | null
      }
      reverse: {
        allowed: boolean
        reason: string | null
      }
    }
  }
}

export type AdminTransferSummary = {
  reference: string
  transaction_id: string
  status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
  amount: number
  currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
  operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
  /** Digits with country code. */
  customer_number: string
  subscriber_name: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  /** Null until the transfer is converted. */
  receiver_amount: number | null
  /** Null until the transfer is converted. */
  fee: number | null
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  telco_reference: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  completed_at: string | null
}

export type AdminTransfers = {
  status: 'success'
  data: {
    items: AdminTransferSummary[]
    pagination: CappedPagination
  }
}

export type AdminWallet = {
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  currency: 'USD'
  available: number
  /** Reserved for transfers in progress. */
  reserved: number
  total: number
  pending_adjustments: number
  /** A time in UTC, to the microsecond, written without a zone. */
  checked_at: string | null
}

export type AdminWallets = {
  status: 'success'
  data: {
    items: AdminWallet[]
    pagination: CappedPagination
  }
}

export type AlertClosing = {
  reason: string
}

export type AnyJson = unknown

export type AuditLog = {
  status: 'success'
  data: {
    items: AuditRow[]
    pagination: CappedPagination
  }
}

export type AuditRow = {
  seq: number
  /** A time in UTC, to the microsecond, written without a zone. */
  at: string
  actor: string
  address: string
  action: string
  subject: string
  request_id: string
  detail: Record<string, unknown>
}

export type AuditVerdict = {
  status: 'success'
  data: {
    intact: boolean
    rows: number
    broken: {
      seq: string
      reason: string
    } | null
    /** A time in UTC, to the microsecond, written without a zone. */
    checked_at: string
  }
}

export type AuthenticationSetup = {
  status: 'COMPLETED'
  transaction_uuid: string
  reference_id: string
  device_data_collection_url: string
  access_token: string
}

export type Balance = {
  currency: 'USD'
  available: number
  /** Reserved for transfers in progress. */
  reserved: number
  total: number
  /** A time in UTC, to the microsecond, written without a zone. */
  as_of: string
}

export type BalanceResponse = {
  status: 'success'
  data: Balance
}

/** Fields are null until a custom checkout provides them. */
export type BillTo = {
  forename: string | null
  surname: string | null
  email: string | null
  phone: string | null
  address_line1: string | null
  address_city: string | null
  address_country: string | null
  address_state: string | null
  address_postal_code: string | null
}

export type Blacklist = {
  status: 'success'
  data: {
    items: BlacklistedNumber[]
    pagination: Pagination
  }
}

export type BlacklistRequest = {
  environment?: 'sandbox' | 'production'
  phone: string
  reason: string
}

export type BlacklistedNumber = {
  /** Digits with country code. */
  phone: string
  e164: string
  environment: 'sandbox' | 'production'
  reason: string
  added_by: string
  /** A time in UTC, to the microsecond, written without a zone. */
  added_at: string
}

export type BlacklistedNumberResponse = {
  status: 'success'
  data: BlacklistedNumber
}

export type Callback = {
  status: 'success'
  data: {
    callback_url: string | null
  }
}

export type CallbackRequest = {
  callback_url: string | null
}

export type CallbackTest = {
  status: 'success'
  data: {
    delivered: boolean
    http_status: number | null
    duration_ms: number
    error: string | null
  }
}

export type CancellationEvent = {
  event_type: 'PAYMENT_CANCELLATION'
  transaction_uuid: string
  reference: string
  /** A decimal number as text, with two places. */
  amount: string
  currency: 'CDF' | 'USD'
  /** A time in UTC, to the second. */
  timestamp: string
}

export type CappedPagination = {
  page: number
  limit: number
  total: number
  pages: number
  capped: boolean
}

export type CaptureContext = {
  /** For the card-field library, in the browser. */
  jwt: string
  transaction_uuid: string
  /** Seconds. */
  expires_in: number
}

export type CaptureContextRequest = {
  target_origin: string
  allowed_card_networks?: ('VISA' | 'MASTERCARD' | 'AMEX')[] | null
  locale?: string | null
  merchant_reference: string
}

/** A declined card also returns HTTP 200, so check `status`. */
export type ChargeOutcome = {
  status: 'SUCCESS' | 'FAILED'
  transaction_uuid: string
  /** The gateway's payment id; named `cs_payment_id` elsewhere. */
  transaction_id: string | null
  reason_code: string | null
  message: string | null
}

export type ChargeRequest = {
  transaction_uuid: string
  transient_token: string
  /** At most two decimals, at least 1.00 USD or 500.00 CDF. */
  amount: number
  currency: string
  bill_to: {
    first_name: string
    last_name: string
    email: string
    /** Without a country code, the number is read as one of the address country. */
    phone_number: string
    address_line1: string
    address_city: string
    /** ISO 3166-1 alpha-2 */
    address_country: string
    /** Required for US and CA, as two letters. */
    address_state?: string | null
    /** Required for US (12345 or 12345-6789) and CA (A1A1A1). */
    address_postal_code?: string | null
  }
  merchant_reference: string
  callback_url: string
  authentication_transaction_id?: string | null
}

export type Checklist = {
  status: 'success'
  data: {
    step: string
    done: boolean
    detail: string
  }[]
}

export type ClockRequest = {
  /** Seconds, or a duration such as `P1D`. */
  forward: number | string
}

/** The reason for the refusal: a code for programs, a message for people, and the fields at fault. */
export type CodedError = {
  status: 'error'
  code: string
  message: string
  errors?: {
    field: string
    message: string
  }[]
}

export type Confirmation = {
  status: 'success'
  data: {
  }
}

/** All secrets of the merchant. They are never shown again. */
export type Credentials = {
  status: 'success'
  data: {
    merchant_code: string
    merchant_secret: string
    api_key: string
    api_secret: string
    callback_secret: string
    email: string
    environment: 'sandbox' | 'production'
  }
}

export type Deliveries = {
  status: 'success'
  data: {
    items: Delivery[]
    pagination: Pagination
  }
}

export type DeliveriesResent = {
  status: 'success'
  data: {
    resent: number
    items: {
      id: number
      result: 'resent' | 'under_way' | 'unknown'
    }[]
  }
}

export type Delivery = {
  id: number
  event_id: string
  event_type: string
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'DEAD'
  /** A time in UTC, to the microsecond, written without a zone. */
  next_attempt_at: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  attempts: {
    /** A time in UTC, to the microsecond, written without a zone. */
    at: string
    http_status: number | null
    error: string | null
    duration_ms: number
  }[]
}

export type DeliveryDetail = {
  id: number
  event_id: string
  event_type: string
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'DEAD'
  /** A time in UTC, to the microsecond, written without a zone. */
  next_attempt_at: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  body: string
  attempts: {
    /** A time in UTC, to the microsecond, written without a zone. */
    at: string
    http_status: number | null
    error: string | null
    duration_ms: number
    response_head: string
  }[]
}

export type DeliveryResent = {
  status: 'success'
  data: {
    id: number
    status: 'PENDING'
  }
}

export type DeliveryResponse = {
  status: 'success'
  data: DeliveryDetail
}

export type Enrolment = {
  status: 'AUTHENTICATED' | 'CHALLENGE_REQUIRED' | 'FAILED'
  transaction_uuid: string
  authentication_transaction_id: string | null
  challenge_required: boolean
  /** Post `JWT` = `access_token` to this address, in a frame. */
  step_up_url: string | null
  access_token: string | null
  message: string | null
}

export type EnrolmentRequest = {
  transaction_uuid: string
  transient_token: string
  /** At most two decimals, at least 1.00 USD or 500.00 CDF. */
  amount: number
  currency: string
  bill_to: {
    first_name: string
    last_name: string
    email: string
    /** Without a country code, the number is read as one of the address country. */
    phone_number: string
    address_line1: string
    address_city: string
    /** ISO 3166-1 alpha-2 */
    address_country: string
    /** Required for US and CA, as two letters. */
    address_state?: string | null
    /** Required for US (12345 or 12345-6789) and CA (A1A1A1). */
    address_postal_code?: string | null
  }
  reference_id: string
  browser?: {
    ip_address?: string | null
    user_agent?: string | null
    accept_header?: string | null
    language?: string | null
    color_depth?: string | null
    screen_height?: string | null
    screen_width?: string | null
    time_difference?: string | null
    java_enabled?: boolean | null
  } | null
}

/** The reason for the refusal. */
export type Error = {
  detail: string
}

export type ExceptionClosed = {
  status: 'success'
  data: {
    id: string
    state: 'closed'
  }
}

/** The rate in percent. The amounts add up to the order amount. */
export type FinancialDetails = {
  /** A decimal number as text, with two places. */
  commission_rate: string
  /** A decimal number as text, with two places. */
  commission_amount: string
  /** A decimal number as text, with two places. */
  merchant_amount: string
  /** A decimal number as text, with two places. */
  bank_commission_amount: string
  /** A decimal number as text, with two places. */
  service_commission_amount: string
}

export type GoLive = {
  status: 'success'
  data: {
    state: 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
    /** A time in UTC, to the microsecond, written without a zone. */
    requested_at: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    decided_at: string | null
    reason: string | null
  }
}

export type GoLiveDecided = {
  status: 'success'
  data: {
    merchant_code: string
    environment: 'sandbox' | 'production'
    merchant_secret?: string
    api_key?: string
    api_secret?: string
    callback_url?: string | null
    state: 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
    /** A time in UTC, to the microsecond, written without a zone. */
    requested_at: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    decided_at: string | null
    reason: string | null
  }
}

export type GoLiveDecision = {
  decision: 'approve' | 'APPROVED' | 'reject' | 'REJECTED'
  reason: string
}

export type GoLiveRequest = {
  company_name: string
  registration_number: string
  country: string
  contact_name: string
  contact_email: string
  contact_phone: string
}

export type Hold = {
  reference: string
  transaction_id: string
  amount: number
  currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
  operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
  /** Digits with country code. */
  customer_number: string
  subscriber_name: string | null
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  parties: TransferParties
  screening: ScreeningFinding[] | null
  allowed_actions: {
    release: {
      allowed: boolean
      reason: string | null
    }
    reject: {
      allowed: boolean
      reason: string | null
    }
  }
}

export type HoldDecided = {
  status: 'success'
  data: {
    transaction_id: string
    reference: string
    status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
  }
}

export type Holds = {
  status: 'success'
  data: {
    items: Hold[]
    pagination: Pagination
  }
}

export type InquiryOutcome = {
  status: 'success'
  data: {
    transaction_id: string
    status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
    answer: 'pending' | 'succeeded' | 'declined' | 'reversed' | 'absent'
    outcome: 'settled' | 'known' | 'conflict' | null
  }
}

export type LastTestCallback = {
  status: 'success'
  data: ReceivedCallback
}

export type ListMatch = {
  list: string
  entry_id: string
  entry_name: string
  matched_name: string
  programs: string[]
  score: number
  /** What raised or lowered the score; the points add up to it. */
  parts: {
    part: 'name' | 'birth_date' | 'country' | 'document' | 'other'
    points: number
    detail: string
  }[]
  /** The current list entry; null if it was removed from the list. */
  listed: {
    name: string
    aliases: string[]
    weak_aliases: string[]
    birth_dates: string[]
    countries: string[]
    identifiers: string[]
  } | null
}

export type LiveRate = {
  status: 'success'
  data: {
    base: 'USD'
    currency: string
    rate: number
    as_of: string
    source: 'live'
  }
}

export type Liveness = {
  status: 'ok'
}

export type LoggedRequests = {
  status: 'success'
  data: {
    items: {
      /** A time in UTC, to the microsecond, written without a zone. */
      at: string
      method: string
      path: string
      status: number
      reason: string
      request_id: string
      duration_ms: number
      address: string
    }[]
    pagination: Pagination
  }
}

export type LoginRequest = {
  email: string
  password: string
}

export type Merchant = {
  id: string
  merchant_code: string
  name: string
  email: string
  environment: 'sandbox' | 'production'
  is_test: boolean
  status: 'active' | 'suspended'
  go_live: 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
  api_keys: string[]
  /** A decimal number as text, with two places. */
  commission_rate: string
  /** A decimal number as text, with two places. */
  bank_commission_rate: string
  /** A decimal number as text, with two places. */
  remittance_fee_rate: string
  /** A decimal number as text, with two places. */
  remittance_fee_fixed: string
  callback_url: string | null
  ip_allowlist: string[]
  microform_enabled: boolean
  microform_allowed_origins: string[]
  /** A time in UTC, to the second. */
  created_at: string
}

export type MerchantDetail = {
  status: 'success'
  data: {
    id: string
    merchant_code: string
    name: string
    email: string
    environment: 'sandbox' | 'production'
    is_test: boolean
    status: 'active' | 'suspended'
    go_live: 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
    api_keys: string[]
    /** A decimal number as text, with two places. */
    commission_rate: string
    /** A decimal number as text, with two places. */
    bank_commission_rate: string
    /** A decimal number as text, with two places. */
    remittance_fee_rate: string
    /** A decimal number as text, with two places. */
    remittance_fee_fixed: string
    callback_url: string | null
    ip_allowlist: string[]
    microform_enabled: boolean
    microform_allowed_origins: string[]
    /** A time in UTC, to the second. */
    created_at: string
    go_live_request: {
      state: 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
      /** A time in UTC, to the microsecond, written without a zone. */
      requested_at: string | null
      /** A time in UTC, to the microsecond, written without a zone. */
      decided_at: string | null
      reason: string | null
      decided_by: string | null
      company_name: string | null
      registration_number: string | null
      country: string | null
      contact_name: string | null
      contact_email: string | null
      contact_phone: string | null
    } | null
    allowed_actions: {
      suspend: {
        allowed: boolean
        reason: string | null
      }
      resume: {
        allowed: boolean
        reason: string | null
      }
      approve: {
        allowed: boolean
        reason: string | null
      }
      reject: {
        allowed: boolean
        reason: string | null
      }
    }
  }
}

export type MerchantReason = {
  reason: string
}

export type MerchantResponse = {
  status: 'success'
  data: Merchant
}

export type Merchants = {
  status: 'success'
  data: {
    items: Merchant[]
    pagination: Pagination
  }
}

export type Microform = {
  microform_enabled: boolean
  microform_allowed_origins: string[]
}

export type MicroformRequest = {
  microform_enabled: boolean
  microform_allowed_origins: string[]
}

export type MicroformResponse = {
  status: 'success'
  data: Microform
}

export type NameMatch = {
  expected: string
  /** The name the wallet is registered under. */
  matched: string
  score: number
  decision: 'MATCH' | 'PARTIAL' | 'NO_MATCH'
  words: {
    expected: string | null
    matched: string | null
    how: 'equal' | 'short_form' | 'initial' | 'spelling' | 'similar' | 'joined' | 'missing' | 'extra'
    score: number
  }[]
}

export type NewApiKey = {
  status: 'success'
  data: {
    api_key: string
    api_secret: string
    /** A time in UTC, to the microsecond, written without a zone. */
    rotated_at: string
  }
}

export type NewCallbackSecret = {
  status: 'success'
  data: {
    callback_secret: string
    /** A time in UTC, to the microsecond, written without a zone. */
    rotated_at: string
  }
}

export type NewMerchantSecret = {
  status: 'success'
  data: {
    merchant_code: string
    merchant_secret: string
    /** A time in UTC, to the microsecond, written without a zone. */
    rotated_at: string
  }
}

export type OddName = {
  /** `wallet` is the name the receiving wallet is registered under. */
  of: 'sender' | 'receiver' | 'wallet'
  name: string
  /** The first rule that the name breaks. */
  rule: 'no_letters' | 'too_long' | 'too_many_words' | 'invisible_characters' | 'unusual_letters' | 'mixed_scripts' | 'digits_or_signs' | 'single_letters'
  /** The characters that break the rule, as readable text; empty for a rule about the whole name. */
  excerpt: string
  /** At most ten. */
  characters: {
    /** The position in the name, in Unicode characters from 1. */
    position: number
    code_point: string
    /** Empty for an invisible character. */
    character: string
  }[]
}

export type OperatorPause = {
  reason: string
  paused_by: string
  /** A time in UTC, to the microsecond, written without a zone. */
  paused_at: string
}

export type OperatorResponse = {
  status: 'success'
  data: OperatorState
}

export type OperatorState = {
  environment: 'sandbox' | 'production'
  operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
  protocol: string
  state: 'up' | 'down' | 'paused'
  /** A time in UTC, to the microsecond, written without a zone. */
  last_success_at: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  last_failure_at: string | null
  last_failure: string | null
  pause: OperatorPause | null
  allowed_actions: {
    pause: {
      allowed: boolean
      reason: string | null
    }
    resume: {
      allowed: boolean
      reason: string | null
    }
  }
  /** Calls waiting to be made. */
  pending: number
  /** Calls with an unknown outcome. */
  unknown: number
}

export type Operators = {
  status: 'success'
  data: {
    items: OperatorState[]
  }
}

export type OrderRequest = {
  /** At most two decimals, at least 1.00 USD or 500.00 CDF. */
  amount: number
  /** USD or CDF */
  currency: string
  merchant_reference: string
  /** Where the webhooks of this payment are sent. */
  callback_url: string
  bill_to_forename: string
  bill_to_surname: string
  bill_to_email: string
  /** Without a country code, the number is read as one of the address country. */
  bill_to_phone: string
  bill_to_address_line1: string
  bill_to_address_city: string
  /** ISO 3166-1 alpha-2 */
  bill_to_address_country: string
  /** Required for US and CA, as two letters. */
  bill_to_address_state?: string | null
  /** Required for US (12345 or 12345-6789) and CA (A1A1A1). */
  bill_to_address_postal_code?: string | null
  /** Where the customer goes after paying. */
  return_url?: string | null
  /** Alias of return_url, which takes precedence. */
  redirect_url?: string | null
  /** Where the customer goes after cancelling. */
  cancel_url?: string | null
}

export type OrderResponse = {
  status: 'success'
  data: {
    /** A decimal number as text, with two places. */
    amount: string
    currency: 'CDF' | 'USD'
    transaction_uuid: string
    transaction_status: 'PENDING'
    /** The signed address of the checkout page. */
    links: string
    financial_details: FinancialDetails
  }
}

export type Overview = {
  status: 'success'
  data: {
    queues: {
      holds: number
      exceptions_open: number
      adjustments_pending: number
      alerts_open: number
      go_live_pending: number
      dead_webhooks: number
      unknown_operations: number
      oldest_unknown_seconds: number | null
    }
    processes: {
      role: string
      version: string
      /** A time in UTC, to the microsecond, written without a zone. */
      started_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      seen_at: string
    }[]
    workers: {
      name: string
      last_run_ms: number
      stuck_after_ms: number
    }[]
    database: {
      database: 'ok' | 'unreachable'
      migrations: 'ok' | 'behind' | 'unknown'
      clock: string
    }
    operators: OperatorState[]
    rates: RatesState
    version: string
  }
}

export type Pagination = {
  page: number
  limit: number
  total: number
  pages: number
}

export type PasswordRequest = {
  current_password: string
  new_password: string
}

export type PasswordResetLink = {
  status: 'success'
  data: {
    merchant_code: string
    email: string
    url: string
    /** A time in UTC, to the microsecond, written without a zone. */
    expires_at: string
  }
}

export type PasswordResetReason = {
  reason: string
}

export type PasswordResetRequest = {
  token: string
  new_password: string
}

export type PaymentDetail = {
  status: 'success'
  data: {
    transaction_uuid: string
    merchant_reference: string
    status: 'PENDING' | 'SUCCESS' | 'PARTIALLY_REFUNDED' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED' | 'VOIDED'
    /** With two decimals; null while a custom checkout has no amount. */
    amount: string | null
    currency: 'CDF' | 'USD' | null
    customer_name: string | null
    card_type: string
    card_last4: string
    /** A time in UTC, to the microsecond, written without a zone. */
    created_at: string
    /** A time in UTC, to the microsecond, written without a zone. */
    finalised_at: string | null
    origin: string
    message: string
    reason_code: string
    decision: string
    cs_payment_id: string
    financial: {
      commission_rate: string
      /** With two decimals; null while a custom checkout has no amount. */
      commission_amount: string | null
      /** With two decimals; null while a custom checkout has no amount. */
      merchant_amount: string | null
    }
    bill_to: BillTo
    checkout_link: string | null
    moves: {
      event: string
      from: string
      to: string
      /** A time in UTC, to the microsecond, written without a zone. */
      at: string
    }[]
    authentications: {
      state: string
      /** When 3-D Secure began. */
      created_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      authenticated_at: string | null
    }[]
    allowed_actions: 'checkout'[]
    refunds: {
      id: number
      cs_refund_id: string
      /** With two decimals; null while a custom checkout has no amount. */
      amount: string | null
      currency: 'CDF' | 'USD'
      status: 'PENDING' | 'SUCCESS' | 'FAILED'
      reason: string
      /** A time in UTC, to the microsecond, written without a zone. */
      created_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      completed_at: string | null
      callback_delivered: boolean
    }[]
    voids: {
      id: number
      cs_void_id: string
      status: 'PENDING' | 'SUCCESS' | 'FAILED'
      reason: string
      /** A time in UTC, to the microsecond, written without a zone. */
      created_at: string
      /** A time in UTC, to the microsecond, written without a zone. */
      completed_at: string | null
      callback_delivered: boolean
    }[]
    deliveries: DeliveryDetail[]
  }
}

/** All values are text; unknown values are empty. There is no `event_type`. */
export type PaymentEvent = {
  status: 'SUCCESS' | 'FAILED'
  reference: string
  /** A decimal number as text, with two places. */
  amount: string
  currency: 'CDF' | 'USD'
  decision: 'ACCEPT' | 'REJECT' | 'REVIEW' | ''
  message: string
  transaction_uuid: string
  cs_payment_id: string
  auth_cavv_result: string
  customer_name: string
  customer_email: string
  cavv_message: string
  card_type: string
  card_last4: string
  card_expiry_date: string
  card_bin_country: string
  card_issuer: string
  card_scheme: string
}

export type PaymentLink = {
  code: string
  url: string
  qr_svg_url: string
  status: 'ACTIVE' | 'EXPIRED' | 'EXHAUSTED' | 'CANCELLED'
  /** A decimal number as text, with two places. */
  amount: string
  currency: 'CDF' | 'USD'
  merchant_reference: string
  description: string
  max_uses: number
  /** Successful payments. */
  uses: number
  /** A time in UTC, to the second. */
  expires_at: string
  /** A time in UTC, to the second. */
  created_at: string
}

export type PaymentLinkRequest = {
  /** At most two decimals, at least 1.00 USD or 500.00 CDF. */
  amount: number
  currency: string
  merchant_reference: string
  /** Where the webhooks of its payments are sent. Defaults to the callback of the merchant profile, if any. */
  callback_url?: string | null
  description?: string | null
  return_url?: string | null
  cancel_url?: string | null
  max_uses?: number | null
  expires_at?: string | null
  locale?: string | null
}

export type PaymentLinkResponse = {
  status: 'success'
  data: PaymentLink
}

export type PaymentLinksResponse = {
  status: 'success'
  data: {
    items: PaymentLink[]
    pagination: Pagination
  }
}

export type PaymentSummary = {
  transaction_uuid: string
  merchant_reference: string
  status: 'PENDING' | 'SUCCESS' | 'PARTIALLY_REFUNDED' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED' | 'VOIDED'
  /** With two decimals; null while a custom checkout has no amount. */
  amount: string | null
  currency: 'CDF' | 'USD' | null
  customer_name: string | null
  card_type: string
  card_last4: string
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  /** A time in UTC, to the microsecond, written without a zone. */
  finalised_at: string | null
  origin: string
  allowed_actions: 'checkout'[]
}

export type Payments = {
  status: 'success'
  data: {
    items: PaymentSummary[]
    pagination: SearchPagination
  }
}

export type PhoneCheck = {
  status: 'success'
  data: {
    /** Digits with country code. */
    phone: string
    e164: string
    country: string | null
    operator: 'vodacom' | 'airtel' | 'orange' | 'africell' | null
    blacklisted: boolean
  }
}

export type PortalLink = {
  code: string
  url: string
  qr_svg_url: string
  status: 'ACTIVE' | 'EXPIRED' | 'EXHAUSTED' | 'CANCELLED'
  /** A decimal number as text, with two places. */
  amount: string
  currency: 'CDF' | 'USD'
  merchant_reference: string
  description: string
  max_uses: number
  /** Successful payments. */
  uses: number
  /** A time in UTC, to the microsecond, written without a zone. */
  expires_at: string
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
}

export type PortalLinkRequest = {
  /** At most two decimals, at least 1.00 USD or 500.00 CDF. */
  amount: number
  currency: string
  merchant_reference: string
  /** Where the webhooks of its payments are sent. Defaults to the callback of the merchant profile, if any. */
  callback_url?: string | null
  description?: string | null
  return_url?: string | null
  cancel_url?: string | null
  max_uses?: number | null
  expires_at?: string | null
  locale?: string | null
}

export type PortalLinkResponse = {
  status: 'success'
  data: PortalLink
}

export type PortalLinks = {
  status: 'success'
  data: {
    items: PortalLink[]
    pagination: Pagination
  }
}

export type PortalOverview = {
  status: 'success'
  data: {
    environment: 'sandbox' | 'production'
    today: {
      payments: {
        count: number
        succeeded: number
        failed: number
        /** A fraction from 0 to 1; null if no payment has completed. */
        success_rate: number | null
        amounts: {
          currency: 'CDF' | 'USD'
          /** A decimal number as text, with two places. */
          amount: string
        }[]
      }
      transfers: {
        count: number
        successful: number
        failed: number
        held: number
        amount: number
      }
    }
    week: {
      payments: {
        count: number
        succeeded: number
        failed: number
        /** A fraction from 0 to 1; null if no payment has completed. */
        success_rate: number | null
        amounts: {
          currency: 'CDF' | 'USD'
          /** A decimal number as text, with two places. */
          amount: string
        }[]
      }
      transfers: {
        count: number
        successful: number
        failed: number
        held: number
        amount: number
      }
    }
    days: {
      day: string
      payments: number
      succeeded: number
      transfers: number
      successful: number
    }[]
    failures: {
      reason_code: string
      message: string
      count: number
    }[]
    transfer_failures: {
      failure_code: string
      count: number
    }[]
    balance: {
      currency: 'USD'
      available: number
      /** Reserved for transfers in progress. */
      reserved: number
      total: number
    }
    waiting: {
      holds: number
      pending_webhooks: number
      dead_webhooks: number
    }
  }
}

/** `access_token` is null if this browser is not signed in. */
export type PortalSession = {
  status: 'success'
  data: {
    access_token: string
    token_type: 'Bearer'
    /** Seconds. */
    expires_in: number
    merchant_code: string
    environment: 'sandbox' | 'production'
  } | {
    access_token: null
  }
}

export type PricedTransfer = {
  reference: string
  transaction_id: string
  status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
  amount: number
  currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
  operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
  /** Digits with country code. */
  customer_number: string
  subscriber_name: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  /** Null until the transfer is converted. */
  receiver_amount: number | null
  /** Null until the transfer is converted. */
  fee: number | null
}

export type PricedTransfers = {
  status: 'success'
  data: {
    items: PricedTransfer[]
    pagination: SearchPagination
  }
}

export type Profile = {
  status: 'success'
  data: {
    merchant_code: string
    name: string
    email: string
    environment: 'sandbox' | 'production'
    is_test: boolean
    api_key: string | null
    microform: Microform
    rates: {
      /** A decimal number as text, with two places. */
      commission_rate: string
      /** A decimal number as text, with two places. */
      bank_commission_rate: string
      /** A decimal number as text, with two places. */
      remittance_fee_rate: string
      /** A decimal number as text, with two places. */
      remittance_fee_fixed: string
    }
  }
}

export type RateSnapshotResponse = {
  status: 'success'
  data: {
    id: number
    state: 'PUBLISHED' | 'QUARANTINED'
    source: string
    as_of: string
    /** A time in UTC, to the microsecond, written without a zone. */
    fetched_at: string
    rates: {
      currency: string
      rate: number
    }[]
    /** The rates that moved too far, for which the snapshot was quarantined. */
    moved: {
      currency: string
      from: number
      to: number
      percent: number
    }[]
    approved_by: string | null
    approval_reason: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    approved_at: string | null
  }
}

/** One USD is `rate` units of the currency. */
export type RateTable = {
  status: 'success'
  data: {
    base: 'USD'
    as_of: string
    next_refresh_at: string
    rates: {
      currency: string
      rate: number
    }[]
  }
}

export type RatesOverview = {
  status: 'success'
  data: {
    current_id: number | null
    fresh: boolean
    next_refresh_at: string
    refresh: {
      slot: string
      attempts: number
      failure: string | null
      /** A time in UTC, to the microsecond, written without a zone. */
      finished_at: string | null
      /** A time in UTC, to the microsecond, written without a zone. */
      next_attempt_at: string | null
    } | null
    items: {
      id: number
      state: 'PUBLISHED' | 'QUARANTINED'
      source: string
      as_of: string
      /** A time in UTC, to the microsecond, written without a zone. */
      fetched_at: string
      rates: {
        currency: string
        rate: number
      }[]
      /** The rates that moved too far, for which the snapshot was quarantined. */
      moved: {
        currency: string
        from: number
        to: number
        percent: number
      }[]
      approved_by: string | null
      approval_reason: string | null
      /** A time in UTC, to the microsecond, written without a zone. */
      approved_at: string | null
      allowed_actions: {
        approve: {
          allowed: boolean
          reason: string | null
        }
      }
    }[]
  }
}

export type RatesRequest = {
  commission_rate: number | string
  bank_commission_rate: number | string
  remittance_fee_rate?: number | string | null
  remittance_fee_fixed?: number | string | null
  reason: string
}

export type RatesState = {
  /** A time in UTC, to the microsecond, written without a zone. */
  as_of: string | null
  fresh: boolean
  quarantined: number
}

export type Readiness = {
  status: 'ready' | 'not ready'
  checks: {
    database: 'ok' | 'unreachable'
    migrations: 'ok' | 'behind' | 'unknown'
    clock: string
    workers: 'ok' | 'none' | 'stuck'
  }
}

export type Reason = {
  reason: string
}

export type ReceivedCallback = {
  id: number
  /** A time in UTC, to the second. */
  received_at: string
  headers: Record<string, unknown>
  body: unknown
}

export type ReceivedEvents = {
  status: 'success'
  data: {
    url: string
    items: {
      id: number
      /** A time in UTC, to the microsecond, written without a zone. */
      received_at: string
      headers: Record<string, unknown>
      /** Byte for byte as received. */
      body: string
    }[]
  }
}

export type Reconciliation = {
  date: string
  matched: number
  missing_here: {
    /** The gateway's id; empty when it is unknown to us. */
    id: string
    code: string
    type: 'charge' | 'refund'
    /** A decimal number as text, with two places. */
    amount: string
    currency: string
    status: string
  }[]
  missing_there: {
    /** The gateway's id; empty when it is unknown to us. */
    id: string
    code: string
    type: 'charge' | 'refund'
    /** A decimal number as text, with two places. */
    amount: string
    currency: string
    status: string
  }[]
  amount_differs: {
    /** The gateway's id; empty when it is unknown to us. */
    id: string
    code: string
    type: 'charge' | 'refund'
    /** A decimal number as text, with two places. */
    amount_here: string
    currency_here: string
    /** A decimal number as text, with two places. */
    amount_there: string
    currency_there: string
  }[]
  status_differs: {
    /** The gateway's id; empty when it is unknown to us. */
    id: string
    code: string
    type: 'charge' | 'refund'
    /** A decimal number as text, with two places. */
    amount: string
    currency: string
    status_here: string
    status_there: string
  }[]
}

export type RefundEvent = {
  event_type: 'REFUND'
  status: 'SUCCESS'
  transaction_uuid: string
  reference: string
  cs_payment_id: string
  cs_refund_id: string
  refund_id: number
  /** A decimal number as text, with four decimal places. */
  amount: string
  currency: 'CDF' | 'USD'
  /** A decimal number as text, with four decimal places. */
  refunded_total: string
  /** A decimal number as text, with four decimal places. */
  remaining: string
  reason: string
  reason_code: string
  message: string
  /** A time in UTC, to the second. */
  timestamp: string
}

export type RefundHistory = {
  transaction_uuid: string
  refunds: {
    id: number
    cs_refund_id: string
    /** A decimal number as text, with four decimal places. */
    amount: string
    status: 'PENDING' | 'SUCCESS' | 'FAILED'
    reason: string
    refunded_by: string
    /** A time in UTC, to the second. */
    created_at: string
    callback_delivered: boolean
    cs_payment_id: string
    transaction_uuid: string
    currency: 'CDF' | 'USD'
    notify_merchant: boolean
    /** A time in UTC, to the second. */
    completed_at: string | null
    /** The gateway's own reason code, if it gave one. */
    gateway_reason: string | null
  }[]
}

export type RefundRequest = {
  amount?: number | null
  reason: string
  notify_merchant?: boolean | null
  force?: boolean | null
}

export type RefundResponse = {
  refund_id: number
  cs_refund_id: string
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  /** A decimal number as text, with four decimal places. */
  amount: string
  currency: 'CDF' | 'USD'
  /** A decimal number as text, with four decimal places. */
  refunded_total: string
  /** A decimal number as text, with four decimal places. */
  remaining: string
  transaction_status: 'PARTIALLY_REFUNDED' | 'REFUNDED'
}

export type RemittanceHealth = {
  status: 'healthy' | 'degraded'
  service: 'remittance'
  checks: {
    database: 'ok' | 'unreachable'
  }
  /** A time in UTC, to the microsecond, written without a zone. */
  timestamp: string
}

export type ResendReason = {
  reason: string
}

export type ResendRequest = {
  reason: string
  ids: number[]
}

export type ReversalRequested = {
  status: 'success'
  data: {
    transaction_id: string
    reversal: {
      reference: string
      state: 'PENDING'
    }
  }
}

export type SandboxClock = {
  offset_seconds: number
  /** A time in UTC, to the second. */
  now: string
  /** A time in UTC, to the second. */
  wall_now: string
}

export type ScreeningAlert = {
  id: string
  environment: 'sandbox' | 'production'
  role: 'sender' | 'receiver'
  name: string
  birth_date: string | null
  countries: string[]
  match: ListMatch
  list_version: string
  /** A time in UTC, to the microsecond, written without a zone. */
  opened_at: string
  /** A time in UTC, to the microsecond, written without a zone. */
  closed_at: string | null
  closed_by: string | null
  close_reason: string | null
  /** The transfers this person was screened for, newest first. */
  subjects: string[]
}

export type ScreeningAlertResponse = {
  status: 'success'
  data: ScreeningAlert
}

export type ScreeningAlerts = {
  status: 'success'
  data: {
    items: ScreeningAlert[]
    pagination: Pagination
  }
}

export type ScreeningFinding = {
  role: 'sender' | 'receiver'
  name: string
  decision: 'hold' | 'clear'
  reason: 'no_match' | 'cleared_before' | 'list_match' | 'odd_name' | 'screening_unavailable'
  /** Null if screening was unavailable. */
  list_version: string | null
  matches: ListMatch[]
  /** The odd names of this party, with the reason; empty for ordinary names. */
  odd_names: OddName[]
}

export type ScreeningList = {
  list: string
  environments: ('sandbox' | 'production')[]
  version: string
  format: string
  file_name: string
  file_hash: string
  entry_count: number
  imported_by: string
  /** A time in UTC, to the microsecond, written without a zone. */
  imported_at: string
}

export type ScreeningLists = {
  status: 'success'
  data: {
    items: ScreeningList[]
    pagination: Pagination
  }
}

export type SearchPagination = {
  page: number
  limit: number
  total: number
  pages: number
  /** Set if there are more matches than a search examines. */
  cut?: true
}

export type SearchResults = {
  status: 'success'
  data: {
    payments: PaymentSummary[]
    transfers: PricedTransfer[]
  }
}

export type Settlement = {
  settlement_id: string
  /** A time in UTC, to the microsecond, written without a zone. */
  period_start: string
  /** A time in UTC, to the microsecond, written without a zone. */
  period_end: string
  currency: string
  count: number
  gross_amount: number
  fee_amount: number
  net_amount: number
  status: 'CLOSED'
  /** A time in UTC, to the microsecond, written without a zone. */
  closed_at: string
}

export type Settlements = {
  status: 'success'
  data: {
    items: Settlement[]
    pagination: Pagination
  }
}

export type SetupRequest = {
  transaction_uuid: string
  transient_token: string
}

export type SignUpRequest = {
  name: string
  email: string
  password: string
}

export type SignatureCheck = {
  kind: 'webhook' | 'request'
  headers: Record<string, string>
  body?: string
  method?: string
  path?: string
}

export type SignatureVerdict = {
  status: 'success'
  data: {
    valid: boolean
    /** A machine-readable cause; null if the signature is valid. */
    cause: string | null
    detail: string
    signature_matches: boolean
    expected_signed_text?: string
  }
}

export type StatusRequest = {
  transaction_uuid: string
}

/** Unknown card fields are empty. */
export type StatusResponse = {
  status: 'success'
  data: {
    /** Empty while a custom checkout has no amount. */
    amount: string
    currency: 'CDF' | 'USD' | ''
    merchant_reference: string
    /** Why the payment failed; empty otherwise. */
    message: string
    transaction_uuid: string
    transaction_status: 'PENDING' | 'SUCCESS' | 'PARTIALLY_REFUNDED' | 'FAILED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED' | 'VOIDED'
    card_type: string
    card_last4: string
    /** MM-YYYY */
    card_expiry_date: string
    card_bin_country: string
    card_issuer: string
    card_scheme: string
  }
}

export type TestCallbackStored = {
  status: 'success'
  data: {
    id: number
    /** A time in UTC, to the second. */
    received_at: string
  }
}

export type TestCallbacks = {
  status: 'success'
  data: {
    items: ReceivedCallback[]
    pagination: Pagination
    count: number
  }
}

export type TestCallbacksCleared = {
  status: 'success'
  data: {
    cleared: number
  }
}

export type TestEvent = {
  event_type: 'TEST'
  merchant_code: string
  /** A time in UTC, to the microsecond, written without a zone. */
  timestamp: string
}

/** Oldest first. */
export type Timeline = {
  status: 'success'
  data: {
    reference: string
    transaction_id: string
    events: TimelineEvent[]
  }
}

export type TimelineEvent = {
  /** A time in UTC, to the microsecond, written without a zone. */
  at: string
  kind: string
  detail: string
}

export type TopUpRequest = {
  amount: number
}

/** Repeating the same request returns the same response. */
export type TransferAccepted = {
  status: 'success'
  data: {
    reference: string
    transaction_id: string
    status: 'Submitted' | 'Hold'
    amount: number
    currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
    /** Null until the transfer is converted. */
    receiver_amount: number | null
    receiver_currency: 'USD'
    rate: number | null
    /** Null until the transfer is converted. */
    fee: number | null
    operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
    /** Digits with country code. */
    customer_number: string
    subscriber_name: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    created_at: string
  }
}

export type TransferDetail = {
  status: 'success'
  data: {
    reference: string
    transaction_id: string
    status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
    amount: number
    currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
    operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
    /** Digits with country code. */
    customer_number: string
    subscriber_name: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    created_at: string
    /** Null until the transfer is converted. */
    receiver_amount: number | null
    /** Null until the transfer is converted. */
    fee: number | null
    receiver_currency: 'USD'
    rate: number | null
    telco_reference: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    completed_at: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    reversed_at: string | null
    failure_code: string | null
    failure_message: string | null
    parties: {
      sender: string
      receiver: string
    }
    timeline: TimelineEvent[]
    wallet_lines: {
      /** A time in UTC, to the microsecond, written without a zone. */
      at: string
      kind: 'TOPUP' | 'RESERVE' | 'RELEASE' | 'DEBIT' | 'FEE' | 'REVERSAL' | 'ADJUSTMENT'
      amount: number
      balance_after: number
    }[]
    deliveries: DeliveryDetail[]
  }
}

export type TransferEvent = {
  event_type: 'REMITTANCE'
  reference: string
  transaction_id: string
  status: 'Successful' | 'Failed' | 'Reversed'
  amount: number
  currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
  operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
  /** Digits with country code. */
  customer_number: string
  /** Null until the transfer is converted. */
  receiver_amount: number | null
  receiver_currency: 'USD'
  subscriber_name: string | null
  telco_reference: string | null
  failure_code: string | null
  failure_message: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
  /** A time in UTC, to the microsecond, written without a zone. */
  completed_at: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  timestamp: string
}

export type TransferException = {
  id: string
  kind: string
  detail: string
  state: 'open' | 'closed'
  /** A time in UTC, to the microsecond, written without a zone. */
  opened_at: string
  /** A time in UTC, to the microsecond, written without a zone. */
  closed_at: string | null
  closed_by: string | null
  close_reason: string | null
  transaction_id: string | null
  merchant_code: string | null
}

export type TransferExceptions = {
  status: 'success'
  data: {
    items: TransferException[]
    pagination: Pagination
  }
}

/** Sender and beneficiary with their documents. */
export type TransferParties = {
  sender: {
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    address: string
    country: string
    city: string
    msisdn: string
    profession: string
    document: {
      type: 'PASSPORT' | 'NATIONAL_ID' | 'DRIVING_LICENCE' | 'VOTER_CARD' | 'OTHER'
      number: string
      issued: string
      expires: string
    }
  }
  receiver: {
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    address: string
    name: string
    document: {
      type: 'PASSPORT' | 'NATIONAL_ID' | 'DRIVING_LICENCE' | 'VOTER_CARD' | 'OTHER'
      number: string
    }
  }
  purpose: string
  sourceOfFunds: string
}

export type TransferRequest = {
  reference: string
  amount: number
  currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
  customer_number: string
  operator?: 'vodacom' | 'airtel' | 'orange' | 'africell' | '' | null
  receiver_currency?: 'USD' | '' | null
  expected_receiver_name: string
  sender_first_name: string
  sender_middle_name: string
  sender_last_name: string
  sender_birthdate: string
  sender_birthplace: string
  sender_document_type: 'PASSPORT' | 'NATIONAL_ID' | 'DRIVING_LICENCE' | 'VOTER_CARD' | 'OTHER'
  sender_document_number: string
  document_issue_date: string
  document_expiration_date: string
  sender_country: string
  sender_city: string
  current_address: string
  permanent_address: string
  profession: string
  sender_msisdn: string
  receiver_first_name?: string | null
  receiver_middle_name: string
  receiver_last_name?: string | null
  receiver_birthdate: string
  receiver_birthplace: string
  receiver_document_type: 'PASSPORT' | 'NATIONAL_ID' | 'DRIVING_LICENCE' | 'VOTER_CARD' | 'OTHER'
  receiver_document_number: string
  receiver_current_address?: string | null
  receiver_permanent_address?: string | null
  reason_of_transaction: 'INVESTMENT' | 'CONSTRUCTION' | 'RENT' | 'GENERAL' | 'FUEL' | 'REPAIRS' | 'PERSONAL_CARE' | 'FOOD_AND_GROCERIES' | 'TRANSPORT' | 'SHOPPING' | 'ENTERTAINMENT' | 'DONATIONS' | 'FAMILY_SUPPORT' | 'EDUCATION' | 'MEDICAL_EXPENSES' | 'GIFT' | 'SALARY' | 'SAVINGS' | 'TRAVEL' | 'LOAN_REPAYMENT' | 'UTILITY_BILLS' | 'BUSINESS' | 'OTHER'
  source_of_funds: 'SALARY' | 'BUSINESS_INCOME' | 'SAVINGS' | 'INVESTMENT_INCOME' | 'PENSION' | 'GIFT' | 'INHERITANCE' | 'LOAN' | 'PROPERTY_SALE' | 'OTHER'
  reason_details?: string | null
  provider_name?: string | null
  callback_url?: string | null
}

export type TransferStatus = {
  status: 'success'
  data: {
    reference: string
    transaction_id: string
    status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
    amount: number
    currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
    operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
    /** Digits with country code. */
    customer_number: string
    subscriber_name: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    created_at: string
    telco_reference: string | null
    /** A time in UTC, to the microsecond, written without a zone. */
    completed_at: string | null
  }
}

export type TransferSummary = {
  reference: string
  transaction_id: string
  status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
  amount: number
  currency: 'USD' | 'EUR' | 'NGN' | 'GHS' | 'UGX' | 'CAD'
  operator: 'vodacom' | 'airtel' | 'orange' | 'africell'
  /** Digits with country code. */
  customer_number: string
  subscriber_name: string | null
  /** A time in UTC, to the microsecond, written without a zone. */
  created_at: string
}

export type Transfers = {
  status: 'success'
  data: {
    items: TransferSummary[]
    pagination: Pagination
  }
}

export type TrialOrder = {
  status: 'success'
  data: {
    transaction_uuid: string
    merchant_reference: string
    /** A decimal number as text, with two places. */
    amount: string
    currency: 'CDF' | 'USD'
    checkout_link: string
  }
}

export type TrialOrderRequest = {
  amount?: number
  currency?: string
}

export type TrialTransferRequest = {
  amount?: number
  customer_number?: string
}

/** All faults of a request at once. Secrets and card numbers are never echoed. */
export type ValidationError = {
  detail: {
    type: string
    loc: (string | number)[]
    msg: string
    /** The value that was sent. */
    input: unknown
  }[]
}

export type VoidEvent = {
  event_type: 'VOID'
  status: 'SUCCESS'
  transaction_uuid: string
  reference: string
  cs_payment_id: string
  cs_void_id: string
  void_id: number
  /** A decimal number as text, with two places. */
  amount: string
  currency: 'CDF' | 'USD'
  reason: string
  reason_code: string
  message: string
  /** A time in UTC, to the second. */
  timestamp: string
}

export type VoidHistory = {
  transaction_uuid: string
  voids: {
    id: number
    void_id: number
    cs_void_id: string
    /** A decimal number as text, with two places. */
    amount: string
    currency: 'CDF' | 'USD'
    status: 'PENDING' | 'SUCCESS' | 'FAILED'
    reason: string
    reason_code: string
    voided_by: string
    /** A time in UTC, to the second. */
    created_at: string
    /** A time in UTC, to the second. */
    completed_at: string | null
    callback_delivered: boolean
  }[]
}

export type VoidRequest = {
  reason: string
  notify_merchant?: boolean | null
}

export type VoidResponse = {
  void_id: number
  cs_void_id: string
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  /** A decimal number as text, with two places. */
  amount: string
  currency: 'CDF' | 'USD'
  reason: string
  reason_code: string
  transaction_status: 'VOIDED'
}

export type WalletLine = {
  id: string
  /** A time in UTC, to the microsecond, written without a zone. */
  at: string
  kind: 'TOPUP' | 'RESERVE' | 'RELEASE' | 'DEBIT' | 'FEE' | 'REVERSAL' | 'ADJUSTMENT'
  /** Negative for a debit of the available balance. */
  amount: number
  balance_after: number
  reference: string | null
  transaction_id: string | null
}

export type WalletLines = {
  status: 'success'
  data: {
    items: WalletLine[]
    pagination: Pagination
  }
}

export type WalletTopUp = {
  amount: number
  reason: string
  environment?: 'sandbox' | 'production' | null
}

export type WalletTopUpPending = {
  status: 'success'
  data: Adjustment
}

export type WalletToppedUp = {
  status: 'success'
  data: {
    merchant_code: string
    environment: 'sandbox' | 'production'
    added: number
    currency: 'USD'
    available: number
    /** Reserved for transfers in progress. */
    reserved: number
    total: number
    /** A time in UTC, to the microsecond, written without a zone. */
    as_of: string
  }
}

export type Whitelist = {
  status: 'success'
  data: {
    addresses: string[]
  }
}

export type WhitelistRequest = {
  addresses: string[]
}
