/** How many plans of which size a destination of each tier carries: `days:amountUnit`, or `D:amountUnit` for a day plan. */
export const FIXED_SHAPES = {
  A: '1:500M 1:1G 3:1G 7:1G 7:3G 15:2G 15:5G 30:3G 30:5G 30:10G 30:20G 30:50G',
  B: '7:1G 15:3G 30:5G 30:10G 30:20G',
  C: '7:1G 15:2G 30:3G 30:5G',
  region: '7:1G 15:3G 30:5G 30:10G 30:20G',
} as const

export const DAY_SHAPES = {
  A: '500M 1G 2G 3G 5G',
  B: '500M 1G 2G',
  C: '1G',
  region: '500M 1G 2G',
} as const

export type Tier = 'A' | 'B' | 'C'

export const APNS = [
  '3gnet',
  'mobile.three.com.hk',
  'plus.acs.jp',
  'internet',
  'e-ideas',
  'drei.at',
  'cmhk',
  'orange.world',
]

/** What a plan text says about going back, with the rule the server itself applies when an eSIM is unsubscribed. */
export const CANCELLATION = [
  { rule: 'until-install', text: 'Cancellation policy: free of charge before the eSIM is installed.' },
  {
    rule: 'until-use',
    text: 'Cancellation: possible as long as no data has been used.<br/>After first use no refund.',
  },
  { rule: 'never', text: 'Cancellation policy: non-refundable once the order is placed.' },
  {
    rule: 'until-install',
    text: 'Refund: within 30 days of purchase if the profile was <b>not</b> downloaded to a device.',
  },
] as const

export type CancelRule = (typeof CANCELLATION)[number]['rule']

export const ACTIVATION = [
  { expireDays: 0, text: 'Activation: validity starts when the eSIM connects to a supported network.' },
  { expireDays: 0, text: 'Activation policy: validity starts at installation.' },
  { expireDays: 30, text: 'Activation: on first connection; unused eSIMs end 30 days after activation.' },
] as const
