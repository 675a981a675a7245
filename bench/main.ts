// npm run bench [-- workload …] measures requests a second; -- portal measures the lists of people.
const [what] = process.argv.slice(2)
if (what === 'portal') await import('./portal.ts')
else await import('./requests.ts')

export {}
