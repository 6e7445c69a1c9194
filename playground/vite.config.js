// SPDX-License-Identifier: MIT
// Modules, and what is generated, lie in the build folder: OCT9_MODULES, OCT9_GENERATED, OCT9_SITE.
import { resolve } from 'node:path';

const { OCT9_MODULES, OCT9_GENERATED, OCT9_SITE } = process.env;

export default {
    base: './',
    resolve: {
        alias: {
            'three/addons': resolve(OCT9_MODULES, 'three/examples/jsm'),
            three: resolve(OCT9_MODULES, 'three'),
            generated: resolve(OCT9_GENERATED),
        },
    },
    build: {
        target: 'es2022',
        outDir: resolve(OCT9_SITE),
        emptyOutDir: true,
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 1000,      // three, for the most part
    },
    preview: { host: 'localhost', port: 4179 },
};
