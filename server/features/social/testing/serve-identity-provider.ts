import { startIdentityProvider } from './identity-provider.ts'

/** Runs the networks as a separate process at PORT for the school at SCHOOL, for browser walks. */
await startIdentityProvider({ port: Number(process.env['PORT']), schools: [process.env['SCHOOL'] ?? ''] })
