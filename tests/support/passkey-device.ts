import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Options = { challenge: string; rp?: { id?: string | undefined }; rpId?: string | undefined }

const b64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** What lies about itself in an answer of the device. */
type Lie = { origin?: string; counter?: number; isVerified?: boolean }

/** A passkey in memory: it makes one key pair and signs with it, as a telephone would. */
export function passkeyDevice(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  function clientData(type: string, challenge: string, lie: Lie): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: lie.origin ?? origin, crossOrigin: false }))
  }

  function authenticatorData(rpId: string, flags: number, count: number, rest = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(count, 1)

    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, rest])
  }

  return {
    id: b64(id),
    make(options: Options) {
      const key = cborKey(String(jwk.x), String(jwk.y))
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = authenticatorData(options.rp?.id ?? 'localhost', 0x45, 0, credential)

      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData('webauthn.create', options.challenge, {})),
          attestationObject: b64(attestation(data)),
        },
      }
    },
    sign(options: Options, lie: Lie = {}) {
      counter += 1
      const flags = lie.isVerified === false ? 0x01 : 0x05
      const data = authenticatorData(options.rpId ?? 'localhost', flags, lie.counter ?? counter)
      const client = clientData('webauthn.get', options.challenge, lie)
      const hash = createHash('sha256').update(client).digest()
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash]))
        .sign(privateKey)

      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: { clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) },
      }
    },
  }
}

// CBOR by hand: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, an ES256 key.
function cborKey(x: string, y: string): Buffer {
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])

  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ])
}

// {"fmt": "none", "attStmt": {}, "authData": bytes}
function attestation(data: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])

  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])
}
