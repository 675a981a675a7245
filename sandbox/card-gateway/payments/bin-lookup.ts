import { utcSeconds } from '../../clock.ts'
import { binFacts } from '../cards/banks.ts'
import { brands } from '../cards/brands.ts'
import { type Call, created, type Gateway, newId, type Reply } from '../gateway.ts'
import { readCardSource } from '../microform/card-source.ts'

export async function lookUpBin(gateway: Gateway, call: Call): Promise<Reply> {
  const { card } = await readCardSource(gateway, call.merchantId, call.message)
  const brand = brands.find(({ cybsCardType }) => cybsCardType === card.type)
  const facts = binFacts(card)
  return created({
    id: newId(gateway),
    submitTimeUtc: utcSeconds(gateway.clock.now()),
    status: 'COMPLETED',
    paymentAccountInformation: {
      card: { type: card.type, brandName: facts.brandName, maxLength: String(brand?.lengths.at(-1) ?? 16) },
      features: {
        accountFundingSource: facts.fundingSource,
        cardProduct: facts.accountType,
        cardPlatform: 'CONSUMER',
        threeDSSupport: true,
      },
    },
    issuerInformation: {
      name: facts.issuer,
      country: facts.binCountry,
      binLength: '6',
      accountPrefix: card.bin,
    },
  })
}
