import { startIdentityProvider } from './identity-provider.ts'

/** The networks as a process of their own, at PORT, for the school at SCHOOL: what walks through a browser meet. */
await startIdentityProvider({ port: Number(process.env['PORT']), schools: [process.env['SCHOOL'] ?? ''] })
