import manifest from '../../package.json' with { type: 'json' }

/** The version of this release, as package.json names it. */
export const VERSION: string = manifest.version
