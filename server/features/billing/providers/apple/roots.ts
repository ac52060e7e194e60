import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Apple Root CA - G3, valid until 2039, as published at apple.com/certificateauthority; SHA-256 63343abf…3e9179. */
const appleRootG3 = `
MIICQzCCAcmgAwIBAgIILcX8iNLFS5UwCgYIKoZIzj0EAwMwZzEbMBkGA1UEAwwSQXBwbGUgUm9vdCBDQSAtIEczMSYwJAYDVQQLDB1BcHBsZSBDZXJ0
aWZpY2F0aW9uIEF1dGhvcml0eTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkGA1UEBhMCVVMwHhcNMTQwNDMwMTgxOTA2WhcNMzkwNDMwMTgxOTA2WjBn
MRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24gQXV0aG9yaXR5MRMwEQYDVQQKDApBcHBsZSBJ
bmMuMQswCQYDVQQGEwJVUzB2MBAGByqGSM49AgEGBSuBBAAiA2IABJjpLz1AcqTtkyJygRMc3RCV8cWjTnHcFBbZDuWmBSp3ZHtfTjjTuxxEtX/1H7Yy
Yl3J6YRbTzBPEVoA/VhYDKX1DyxNB0cTddqXl5dvMVztK517IDvYuVTZXpmkOlEKMaNCMEAwHQYDVR0OBBYEFLuw3qFYM4iapIqZ3r6966/ayySrMA8G
A1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMDA2gAMGUCMQCD6cHEFl4aXTQY2e3v9GwOAEZLuN+yRhHFD/3meoyhpmvOwgPU
nPWTxnS4at+qIxUCMG1mihDK1A3UT82NQz60imOlM27jbdoXt2QfyFMm+YhidDkLF1vLUagM6BgD56KyKA==`

/** The roots that Apple’s signatures end in, in DER. */
export const appleRoots: readonly Buffer[] = [Buffer.from(appleRootG3, 'base64')]

/** The certificates of a PEM file, in DER. Throws an Error with the reason where there are none, or one cannot be read. */
export function readRoots(path: string): Buffer[] {
  const wrong = new Error('must be a file of certificates in PEM')
  try {
    const found = readFileSync(path, 'utf8').matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
    const roots = [...found].map(([pem]) => new X509Certificate(pem).raw)
    if (roots.length) return roots
  } catch {
    throw wrong
  }
  throw wrong
}
