/** How many lines must have proven that nothing is bought with an answer before a person may file it as a refusal. */
export const LEAST_PROOFS = 3
