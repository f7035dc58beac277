/** The languages that are written from the right, alone or at the beginning of a tag. Not every browser can be asked. */
export const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)/
