/** A value of a setting as it travels. */
export type SettingJson = string | number | boolean | null | SettingJson[] | { [key: string]: SettingJson }

/** The parts of the settings, in their order. */
export const SETTING_SECTIONS = [
  'shop',
  'connection',
  'payments',
  'delivery',
  'mails',
  'legal',
  'limits',
  'tax',
  'data',
  'maintenance',
] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]

/**
 * A setting with its control. `fallback` is what holds while nothing is stored. `many`: those that are ticked;
 * `manyOff`: the stored list holds those that are not.
 */
export type SettingField = { key: string; stored: SettingJson } & (
  | { control: 'line' | 'lines' | 'email'; fallback: string; most: number }
  | { control: 'number'; fallback: number; least: number; most: number }
  | { control: 'switch'; fallback: boolean }
  | { control: 'choice'; options: readonly string[] }
  | { control: 'many' | 'manyOff'; options: readonly { value: string; label: string; isFixed: boolean }[] }
)

/** A value of the environment by its name: whether it is there, never what it is. */
export type EnvironmentFact = { name: string; isSet: boolean }

/** A step of setting a shop up, and whether it is done. `later`: it works without. */
export type SetupStep = { step: SetupStepName; state: 'done' | 'open' | 'later'; href: string }
export const SETUP_STEPS = ['connection', 'sync', 'prices', 'payments', 'mail', 'shop', 'legal', 'order'] as const
export type SetupStepName = (typeof SETUP_STEPS)[number]

/** A change of a setting as the trail has it. */
export type SettingPast = { id: string; at: Date; by: string; what: string; before: string; after: string }
