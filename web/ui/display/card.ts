const networkNames: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
}

/** "Visa •••• 4242"; empty when no card was used. An unknown network is shown as it is. */
export function cardText({ card_type, card_last4 }: { card_type: string; card_last4: string }): string {
  return [networkNames[card_type.toUpperCase()] ?? card_type, card_last4 && `•••• ${card_last4}`]
    .filter(Boolean)
    .join(' ')
}
