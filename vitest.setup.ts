// Every run of the tests generates the same requests and texts, so that a failure can be repeated, and writes no annotations.
import fc from 'fast-check';

fc.configureGlobal({ seed: 20_261_120 });

delete process.env['GITHUB_ACTIONS'];
