/**
 * A stranger's text in the order of its characters: without those that turn what follows around, by which `fdp.exe` looks
 * like `exe.pdf`.
 */
export const inOrder = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
