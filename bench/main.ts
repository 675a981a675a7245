// npm run bench [-- workload …] measures requests a second; -- portal measures the lists of people; -- screening names.
const measured = { portal: './portal.ts', screening: './screening.ts' } as const

const [what = ''] = process.argv.slice(2)
await import(what in measured ? measured[what as keyof typeof measured] : './requests.ts')
