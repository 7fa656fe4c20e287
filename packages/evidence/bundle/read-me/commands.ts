/** What the commands of README.txt are about. */
export interface CheckedBundle {
  readonly fileName: string
  /** verifier key of the log */
  readonly key: string
  /** leaf of the note's last event */
  readonly leaf: string
}

/**
 * Commands for those who trust neither us nor Node. They read a signed note as C2SP `signed-note` has it: text, blank line, signatures of
 * four bytes of key id and 64 of Ed25519; and a key as `<name>+<id>+base64(0x01, 32 bytes)`, which OpenSSL takes behind a fixed prefix.
 */
export const commands = {
  files: () => [`grep -E '^[0-9a-f]{64}  ' manifest | sha256sum -c -`],
  key: ({ key }: CheckedBundle) => [
    `KEY='${key}'`,
    String.raw`{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; printf %s "$KEY" | cut -d+ -f3- | base64 -d | tail -c 32; } > key.der`,
  ],
  signatures: () => [
    'signed() {',
    `  sed '/^$/,$d' "$1" > signed.txt`,
    `  awk -v name="\${KEY%%+*}" '$2 == name { print $3; exit }' "$1" | base64 -d | tail -c 64 > signature.bin`,
    '  openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey key.der -in signed.txt -sigfile signature.bin',
    '}',
    'signed manifest',
    `sed '1,/^$/d' head.tlog-proof > checkpoint.note`,
    'signed checkpoint.note',
  ],
  chain: () => [
    'while IFS= read -r line; do',
    String.raw`  printf %s "$line" | sed -E 's/(.*)"hash":"[0-9a-f]{64}",("prev_hash":)/\1\2/' | tr -d '\n' | sha256sum`,
    'done < events.jsonl',
    `grep -oE '"hash":"[0-9a-f]{64}","prev_hash":("[0-9a-f]{64}"|null)' events.jsonl`,
  ],
  tree: ({ key, leaf }: CheckedBundle) => [
    `GO111MODULE=off GOPATH=/usr/share/gocode go run verify.go '${key}' head.tlog-proof '${leaf}'`,
  ],
  timestamp: () => [
    `sed '/^$/,$d' checkpoint.note > checkpoint.txt`,
    'openssl ts -verify -in checkpoint.tsr -data checkpoint.txt -CAfile authority.pem',
  ],
  program: ({ fileName, key }: CheckedBundle) => [`node verify.mjs ${fileName} --key '${key}'`],
} as const
