/* Plays an effect without a window and writes its picture: egl EFFECT FRAMES FILE.ppm. The whole way from
 * nothing to a picture. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <winnow/effect.h>

enum { width = 640, height = 360 };

static void check(WinnowResult result) {
    if (result == WINNOW_OK) return;
    fprintf(stderr, "egl: %s\n", winnow_message());
    exit(2);
}

static void make_context(void) {
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    eglInitialize(display, NULL, NULL);
    eglBindAPI(EGL_OPENGL_API);
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) exit(3);
}

int main(int count, char** words) {
    if (count != 4) return 2;
    make_context();
    PFNGLCREATETEXTURESPROC create_textures = (PFNGLCREATETEXTURESPROC)eglGetProcAddress("glCreateTextures");
    PFNGLTEXTURESTORAGE2DPROC storage = (PFNGLTEXTURESTORAGE2DPROC)eglGetProcAddress("glTextureStorage2D");
    PFNGLCREATEFRAMEBUFFERSPROC create_framebuffers =
        (PFNGLCREATEFRAMEBUFFERSPROC)eglGetProcAddress("glCreateFramebuffers");
    PFNGLNAMEDFRAMEBUFFERTEXTUREPROC attach =
        (PFNGLNAMEDFRAMEBUFFERTEXTUREPROC)eglGetProcAddress("glNamedFramebufferTexture");
    PFNGLGETTEXTUREIMAGEPROC read = (PFNGLGETTEXTUREIMAGEPROC)eglGetProcAddress("glGetTextureImage");
    GLuint texture, framebuffer;
    create_textures(GL_TEXTURE_2D, 1, &texture);
    storage(texture, 1, GL_RGBA8, width, height);
    create_framebuffers(1, &framebuffer);
    attach(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);

    WinnowStageOptions options = {.size = sizeof options, .loader = (WinnowLoader)eglGetProcAddress};
    WinnowStage stage;
    check(winnow_stage_create(&options, &stage));
    WinnowEffectSource source = {.size = sizeof source, .name = words[1]};
    WinnowEffect effect;
    check(winnow_effect_load(stage, &source, &effect));
    WinnowInstance instance;
    check(winnow_play(stage, effect, NULL, &instance));
    for (int32_t ready = 0; !ready;) check(winnow_effect_ready(stage, effect, &ready));
    for (int frame = 0; frame < atoi(words[2]); ++frame) check(winnow_advance(stage, 1.0 / 60));

    /* The eye is 6 m away at a height of 1 m; the lens is 40 degrees high. */
    const float f = 1 / tanf(20 * 3.14159265f / 180), near = 0.1f, far = 100;
    WinnowPicture picture = {
        sizeof picture,
        framebuffer,
        0,
        0,
        width,
        height,
        .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, -6, 1},
        .projection = {f * height / width, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0,
                       2 * far * near / (near - far), 0},
        .encoded = 1};
    check(winnow_draw(stage, &picture));
    uint64_t hash;
    check(winnow_instance_hash(stage, instance, &hash));
    printf("%016llx\n", (unsigned long long)hash);

    static unsigned char pixels[height][width][4];
    read(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, sizeof pixels, pixels);
    FILE* file = fopen(words[3], "wb");
    fprintf(file, "P6 %d %d 255\n", width, height);
    for (int y = height - 1; y >= 0; --y)
        for (int x = 0; x < width; ++x) fwrite(pixels[y][x], 1, 3, file);
    fclose(file);
    check(winnow_stage_destroy(stage));
    return 0;
}
