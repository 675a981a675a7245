import { join } from 'node:path'

/** The file with the credentials of the demo merchant. */
export function demoMerchantFile(dataDirectory: string): string {
  return join(dataDirectory, 'demo-merchant.json')
}
