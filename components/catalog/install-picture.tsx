const PHONE = 'M34 8h28a5 5 0 0 1 5 5v54a5 5 0 0 1-5 5H34a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5zM44 66h8'

/** Drawn on 96 by 80: a code that is scanned, a profile that is added on Wi-Fi, a phone that is connected on arrival. */
const PARTS = {
  scan: {
    line: 'M36 24v-6h6M60 24v-6h-6M36 48v6h6M60 48v6h-6',
    fill: 'M40 26h7v7h-7zM49 26h7v7h-7zM40 39h7v7h-7zM50 40h3v3h-3zM54 43h3v4h-3z',
  },
  add: {
    line: 'M38 26a15 15 0 0 1 20 0M42 31a9 9 0 0 1 12 0M41 46l5 5 9-10',
    fill: 'M48 34.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  },
  connect: {
    line: 'M20 30a16 16 0 0 0 0 20M12 24a27 27 0 0 0 0 32M76 30a16 16 0 0 1 0 20M84 24a27 27 0 0 1 0 32',
    fill: 'M37 44h4v8h-4zM43 38h4v14h-4zM49 32h4v20h-4zM55 26h4v26h-4z',
  },
} as const

/** A step of the installation as a picture; the words stand beside it. */
export function InstallPicture({ of }: { of: keyof typeof PARTS }) {
  const { line, fill } = PARTS[of]

  return (
    <svg viewBox="0 0 96 80" aria-hidden="true">
      <path d={PHONE} />
      <path className="lit" d={line} />
      <path className="lit full" d={fill} />
    </svg>
  )
}
