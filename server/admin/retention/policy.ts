// How long each kind of data is kept, and why: the table that admins and regulators read. Kinds with a run are erased by it; what
// other workers delete, or nobody does, is listed beside them.

type Treatment = 'erased' | 'deleted' | 'kept'

type Rule = {
  /** What happens after the period. */
  treatment: Treatment
  /** When the period begins. */
  from: string
  reason: string
}

/** Documents behind the accounts: the act asks for them as long as for the books. */
const accounting = 'OHADA Uniform Act on accounting: ten years'
const law = 'Law 22/068 of 27 December 2022: ten years after the end of the relationship'

/** Kinds that a run erases, by the name of the kind. */
export const runRules: Readonly<Record<string, Rule>> = {
  transfer_identities: { treatment: 'erased', from: 'last transfer of the person', reason: law },
  batch_rows: {
    treatment: 'erased',
    from: 'batch done, cancelled or checked',
    reason: 'They repeat what their transfers say, so they are kept no longer',
  },
  saved_profiles: { treatment: 'deleted', from: 'profile last changed, or named by a batch', reason: law },
  case_files: { treatment: 'erased', from: 'case closed', reason: law },
  business_papers: {
    treatment: 'deleted',
    from: 'go-live request rejected, or draft last changed',
    reason: 'The merchant may correct its request until then; no law asks for it',
  },
  declarations: { treatment: 'erased', from: 'case closed', reason: law },
  card_payers: {
    treatment: 'erased',
    from: 'payment ended',
    reason: accounting,
  },
  dispute_files: { treatment: 'erased', from: 'dispute closed', reason: accounting },
  dispute_exceptions: { treatment: 'deleted', from: 'exception closed', reason: accounting },
  bank_line_texts: { treatment: 'erased', from: 'line matched or written off', reason: accounting },
  webhook_bodies: {
    treatment: 'erased',
    from: 'webhook written',
    reason: 'They repeat what the payment or transfer says, so they are kept no longer',
  },
  operator_callbacks: {
    treatment: 'deleted',
    from: 'callback received',
    reason: 'Evidence in disputes with operators; no law asks for it',
  },
  removed_staff: {
    treatment: 'deleted',
    from: 'user removed',
    reason: 'Shows whose email it was in the audit log; no law asks for it',
  },
}

/** What other workers delete as it expires, and what is kept; null days are for ever. */
export const otherRules: readonly (Rule & { kind: string; days: number | null })[] = [
  {
    kind: 'request_log',
    days: 7,
    treatment: 'deleted',
    from: 'request',
    reason: 'For merchants who look for an error; the last 1,000 calls of each',
  },
  {
    kind: 'messages',
    days: 90,
    treatment: 'deleted',
    from: 'message sent or given up',
    reason: 'Proof that a person was notified',
  },
  {
    kind: 'expired_quotes',
    days: 90,
    treatment: 'deleted',
    from: 'quote expired',
    reason: 'For questions about a price; names nobody',
  },
  {
    kind: 'devices',
    days: 400,
    treatment: 'deleted',
    from: 'last sign-in',
    reason: 'Recognizes the devices of users',
  },
  {
    kind: 'ledger',
    days: null,
    treatment: 'kept',
    from: 'posting',
    reason: 'Sums must be provable for ever; names nobody',
  },
  {
    kind: 'audit_log',
    days: null,
    treatment: 'kept',
    from: 'act',
    reason: 'Its chain of hashes proves that nothing was removed',
  },
  {
    kind: 'limit_usage',
    days: null,
    treatment: 'kept',
    from: 'transfer',
    reason: 'Keyed hashes and amounts; names nobody',
  },
]
