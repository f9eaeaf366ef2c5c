/* Winnow's effects in other programs: a stage loads effects, plays instances of them, steps these, and draws
   them into the caller's picture, in the caller's own OpenGL context. A C interface; winnow/effect.hpp has
   the same for C++.

       WinnowStageOptions options = {.size = sizeof options, .loader = (WinnowLoader)eglGetProcAddress};
       WinnowStage stage;
       winnow_stage_create(&options, &stage);
       WinnowEffectSource source = {.size = sizeof source, .name = "fountain"};
       WinnowEffect effect;
       winnow_effect_load(stage, &source, &effect);
       WinnowInstance instance;
       winnow_play(stage, effect, NULL, &instance);
       for (;;) {
           winnow_advance(stage, seconds_since_the_last_frame);
           winnow_draw(stage, &picture);
       }

   Context: OpenGL 4.5 or newer, core or compatibility profile. It is current on the calling thread whenever
   anything of a stage is called; all calls about a stage come from the thread that made it. The library opens
   no window and makes no context.

   State: each function restores all state of OpenGL that it changes, unless the stage was made with another
   WinnowStateMode. The caller makes sure that no query, transform feedback and conditional rendering is
   active, and that nothing that is bound was deleted.

   Structs begin with their size, so that later versions can add members at their end. A struct whose other
   members are zero asks for the usual values, which the members say.

   Handles: 0 names nothing. A number is never used for a second object, so that one that is gone is refused.

   Errors: a function that fails returns another code than WINNOW_OK, winnow_message() says in one sentence
   why, and nothing has changed. No exception leaves the library, and it calls the caller only while the
   caller calls it.

   Units: metres and seconds. Matrices are columns of four numbers and multiply columns, as in OpenGL. */
#ifndef WINNOW_EFFECT_H
#define WINNOW_EFFECT_H

#include <stdint.h>

#if defined(__GNUC__)
#define WINNOW_EFFECT_API __attribute__((visibility("default")))
#else
#define WINNOW_EFFECT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using): C has no other way to name a type. */
typedef enum WinnowResult {
    WINNOW_OK = 0,
    WINNOW_FAILED = 1,      /* the driver, or the library itself */
    WINNOW_BAD_INPUT = 2,   /* an argument, an effect, or more than fits into the budget or into memory */
    WINNOW_ABSENT = 3,      /* the context lacks something, it was lost, or it is not the stage's */
    WINNOW_BAD_HANDLE = 4,  /* the handle names nothing, nothing any more, or something else */
    WINNOW_WRONG_THREAD = 5 /* the call comes from another thread than the one that made the stage */
} WinnowResult;

typedef uint64_t WinnowStage;
typedef uint64_t WinnowEffect;
typedef uint64_t WinnowInstance;

/* Returns the address of an OpenGL function, or null: eglGetProcAddress, glfwGetProcAddress and the like. */
typedef void* (*WinnowLoader)(const char* name);

/* Returns the sentence that says why the last call of this thread failed; empty if none has. Valid until the
 * thread's next call. */
WINNOW_EFFECT_API const char* winnow_message(void);

/* Returns the version of the library: 65536 times the major, 256 times the minor and the patch number. */
WINNOW_EFFECT_API uint32_t winnow_version(void);

/* --- the stage --- */

typedef enum WinnowBackend {
    WINNOW_AUTO = 0,
    WINNOW_GLSL = 1,
    WINNOW_CUDA = 2,
    WINNOW_CPU = 3
} WinnowBackend;

/* How particles are drawn. WINNOW_DRAW_AUTO is by tiles, but by triangles where a CPU renders. */
typedef enum WinnowDrawing {
    WINNOW_DRAW_AUTO = 0,
    WINNOW_DRAW_TRIANGLES = 1,
    WINNOW_DRAW_TILES = 2
} WinnowDrawing;

/* A mode says what becomes of the caller's OpenGL state when a function returns. The library may change: the
   program, the vertex array, both framebuffers; the first viewport with its depths; the scissor test of that
   viewport and the blending of the first output; the colour masks; depth test, function and mask; the
   switches of WinnowSwitches, polygon smoothing, logic operation, sample mask, coverage and shading, alpha to
   one, rasterizer discard and the first eight clip distances; polygon mode and offset, clip control,
   provoking vertex, front face; pixel storage; the active unit, the textures and samplers of the first 23
   units and the first 2 images; the buffers for storage, uniforms, indirect dispatches and draws, packing and
   unpacking, with the first 16 indices; in the compatibility profile also alpha test, polygon stipple and the
   clamping of fragments. */
typedef enum WinnowStateMode {
    WINNOW_STATE_RESTORE = 0,  /* it is as it was: the library asks for it, and puts it back */
    WINNOW_STATE_DECLARED = 1, /* it is as winnow_declare_state said */
    WINNOW_STATE_NONE = 2      /* it stays as the library leaves it; so the caller sets all of it again */
} WinnowStateMode;

typedef struct WinnowStageOptions {
    uint32_t size;       /* sizeof(WinnowStageOptions) */
    uint32_t budget;     /* particles for which all instances together have room; 0: 4194304 */
    WinnowLoader loader; /* its addresses are valid for every context of the process that uses a stage */
    uint32_t backend;    /* WinnowBackend: what removes dead particles */
    uint32_t drawing;    /* WinnowDrawing */
    uint32_t state;      /* WinnowStateMode */
    uint32_t
        events;     /* of a step of instances that are alike, for which there is room, up to 65536; 0: 4096 */
    uint32_t deals; /* 1: a budget that is short is dealt by significance, step by step; 0: then no instance
                       is played any more */
    uint32_t reserved; /* 0 */
} WinnowStageOptions;

WINNOW_EFFECT_API WinnowResult winnow_stage_create(const WinnowStageOptions* options, WinnowStage* stage);
/* Frees a stage with all that is on it. */
WINNOW_EFFECT_API WinnowResult winnow_stage_destroy(WinnowStage stage);

/* Bits for WinnowState. Blending is that of the first output, the scissor test that of the first viewport. */
typedef enum WinnowSwitches {
    WINNOW_BLEND = 1,
    WINNOW_DEPTH_TEST = 2,
    WINNOW_CULL_FACE = 4,
    WINNOW_SCISSOR_TEST = 8,
    WINNOW_STENCIL_TEST = 16,
    WINNOW_POLYGON_OFFSET_FILL = 32,
    WINNOW_PRIMITIVE_RESTART = 64,
    WINNOW_PRIMITIVE_RESTART_FIXED_INDEX = 128,
    WINNOW_DEPTH_CLAMP = 256,
    WINNOW_SAMPLE_ALPHA_TO_COVERAGE = 512
} WinnowSwitches;

/* The state that the caller wants to find. Zeros are what a context begins with. */
typedef struct WinnowState {
    uint32_t size;                                                      /* sizeof(WinnowState) */
    uint32_t switches;                                                  /* WinnowSwitches that are on */
    uint32_t program, vertex_array, draw_framebuffer, read_framebuffer; /* names */
    int32_t viewport[4];      /* x, y, width, height of all viewports; no width: as the library leaves it */
    uint32_t active_unit;     /* the number of the active texture unit */
    uint32_t depth_func;      /* 0: GL_LESS */
    uint32_t depth_read_only; /* 1: depths are not written */
    uint32_t blend[4]; /* factors: colour of source and target, alpha of both; all 0: GL_ONE, GL_ZERO */
    uint32_t blend_equation[2]; /* of colour and alpha; 0: GL_FUNC_ADD */
    uint32_t front_face;        /* 0: GL_CCW */
    uint32_t upper_left;        /* 1: glClipControl's origin is GL_UPPER_LEFT */
    uint32_t zero_to_one;       /* 1: glClipControl's depth mode is GL_ZERO_TO_ONE */
} WinnowState;

/* Says what a stage that was made with WINNOW_STATE_DECLARED leaves. Everything of WinnowStateMode's list
   that is not in the struct has then what a context begins with; so no buffer, texture and sampler is bound.
 */
WINNOW_EFFECT_API WinnowResult winnow_declare_state(WinnowStage stage, const WinnowState* state);

typedef struct WinnowStageFigures {
    uint32_t size;      /* sizeof(WinnowStageFigures) */
    uint32_t effects;   /* that are loaded */
    uint32_t instances; /* that exist */
    uint32_t budget;    /* particles */
    uint64_t taken;     /* particles for which the instances have room */
    uint64_t wished;    /* particles that they would have */
} WinnowStageFigures;

WINNOW_EFFECT_API WinnowResult winnow_stage_figures(WinnowStage stage, WinnowStageFigures* figures);

/* --- effects --- */

/* Reads a file that an effect names, or one of its own modules, NAME.glsl, by its path in the effect, while
   the effect is loaded. Sets *bytes and *length, and returns 1: the bytes are valid until the next call, or
   until the effect is loaded. Returns 0 if there is no such file. It calls nothing of the library. */
typedef int32_t (*WinnowReadFile)(void* user, const char* path, const void** bytes, uint64_t* length);

/* An effect that `winnow pack` wrote brings its files with it, and needs neither a folder nor a function. */
typedef struct WinnowEffectSource {
    uint32_t size;       /* sizeof(WinnowEffectSource) */
    uint32_t reserved;   /* 0 */
    const char* text;    /* the effect's JSON; null: the built-in effect of that name */
    uint64_t length;     /* of the text in bytes; 0: it ends with a zero */
    const char* name;    /* the name of the text in messages */
    const char* folder;  /* where the modules and the files that the effect names are; null: it names built-in
                            ones only, or `read` reads them */
    WinnowReadFile read; /* null: files come from the folder */
    void* user;          /* its first argument */
} WinnowEffectSource;

/* Checks an effect and begins to build its programs. */
WINNOW_EFFECT_API WinnowResult winnow_effect_load(WinnowStage stage, const WinnowEffectSource* source,
                                                  WinnowEffect* effect);
/* Sets *ready to 1 once the programs of its newest text are built, else to 0: those of instances with a
   transform, and those of instances without one if such a one was played. Instances make their first step
   then; no birth is lost. The other programs are built next; until then, winnow_play without a transform
   waits for them. Waits for no program, but takes over some that the driver has built, as winnow_step and
   winnow_advance do. */
WINNOW_EFFECT_API WinnowResult winnow_effect_ready(WinnowStage stage, WinnowEffect effect, int32_t* ready);
/* Lets all instances of an effect go on with another text; living particles live on, and an instance keeps
   the values of properties that it was given and that the text still allows. */
WINNOW_EFFECT_API WinnowResult winnow_effect_reload(WinnowStage stage, WinnowEffect effect,
                                                    const WinnowEffectSource* source);
/* Forgets an effect, and ends its instances. */
WINNOW_EFFECT_API WinnowResult winnow_effect_unload(WinnowStage stage, WinnowEffect effect);

/* How the instances of an effect thin out by their distance from the nearest viewer: up to near_distance they
   have all births, from far_distance on a share of them, and linearly less between. An instance of scale 2
   is thinned at twice the distances. The living live on. */
typedef struct WinnowDetail {
    uint32_t size;       /* sizeof(WinnowDetail) */
    float near_distance; /* metres, 0 or more */
    float far_distance;  /* metres, more than near_distance */
    float far_share;     /* 0 to 1 */
} WinnowDetail;

/* From the next step on an effect's instances have births by their distance; null: all births, wherever they
   are. It does nothing as long as the stage has no viewers. Births that distance took are counted as dropped;
   if the stage deals, instances wish no room for them. */
WINNOW_EFFECT_API WinnowResult winnow_set_detail(WinnowStage stage, WinnowEffect effect,
                                                 const WinnowDetail* detail);
/* Says from where the stage is seen, for winnow_set_detail: `count` places of three numbers, 0 to 16. */
WINNOW_EFFECT_API WinnowResult winnow_set_viewers(WinnowStage stage, const float* positions, uint32_t count);

/* --- instances --- */

/* A place, a turn and a scale: a point is scaled, then turned, then moved. */
typedef struct WinnowTransform {
    float position[3];
    float scale;       /* 0.0001 to 10000; 0: 1 */
    float rotation[4]; /* a unit quaternion x, y, z, w; all zero: none */
} WinnowTransform;

typedef struct WinnowPlay {
    uint32_t size; /* sizeof(WinnowPlay) */
    uint32_t seed; /* 0: 1 */
    WinnowTransform
        transform;  /* without any, an instance makes the same particles, to the bit, as `winnow render` */
    float density;  /* factor on the births, up to 10000; 0: 1 */
    float speed;    /* factor on the time, up to 16; 0: 1 */
    uint32_t layer; /* 0 to 31 */
    float
        prewarm; /* simulated seconds before its first step, up to 600; 0: those of the effect; less: none */
    float significance; /* 0: 1; see winnow_set_significance */
} WinnowPlay;

/* Plays an instance of an effect; null asks for the usual values. It asks for room for all particles that the
   effect can have alive, or for what the budget has left. Instances of effects that differ in numbers only
   share their room and their passes; births beyond it are dropped and counted. */
WINNOW_EFFECT_API WinnowResult winnow_play(WinnowStage stage, WinnowEffect effect, const WinnowPlay* play,
                                           WinnowInstance* instance);
/* Sets *exists to 1 if it exists, else to 0. An instance that was stopped ends with the last of its
 * particles. */
WINNOW_EFFECT_API WinnowResult winnow_exists(WinnowStage stage, WinnowInstance instance, int32_t* exists);
/* Moves it in the steps that the next call of winnow_advance or winnow_step makes: births lie along the way.
   The first move of an instance without a transform puts it there. Particles that live stay where they are in
   the world, unless the effect's emitters have the space "local". */
WINNOW_EFFECT_API WinnowResult winnow_move(WinnowStage stage, WinnowInstance instance,
                                           const WinnowTransform* transform);
/* Changes the factor on its time: 0 to 16. */
WINNOW_EFFECT_API WinnowResult winnow_set_speed(WinnowStage stage, WinnowInstance instance, float speed);
/* Lets its time stand still, or go on. */
WINNOW_EFFECT_API WinnowResult winnow_pause(WinnowStage stage, WinnowInstance instance, int32_t paused);
WINNOW_EFFECT_API WinnowResult winnow_set_layer(WinnowStage stage, WinnowInstance instance, uint32_t layer);
/* Says how much it matters that an instance is seen whole, from 0 on, such as its size in the picture. If the
   stage deals and the budget is short, then the instances get their room in the order of significance, those
   that were played first before others of the same; what there is no room for has no births until there is,
   and these are counted as dropped. The living live on. */
WINNOW_EFFECT_API WinnowResult winnow_set_significance(WinnowStage stage, WinnowInstance instance,
                                                       float significance);
/* Gives one of the effect's properties another value in this instance. */
WINNOW_EFFECT_API WinnowResult winnow_set_property(WinnowStage stage, WinnowInstance instance,
                                                   const char* name, float value);
/* A name of a property, looked up once. */
typedef uint32_t WinnowProperty;

/* Looks up one of an effect's properties. The property is valid as long as the stage, for all effects that
   have one of that name. */
WINNOW_EFFECT_API WinnowResult winnow_find_property(WinnowStage stage, WinnowEffect effect, const char* name,
                                                    WinnowProperty* property);
/* As winnow_set_property. */
WINNOW_EFFECT_API WinnowResult winnow_set_found_property(WinnowStage stage, WinnowInstance instance,
                                                         WinnowProperty property, float value);
/* Births of one emitter at a place. */
typedef struct WinnowTrigger {
    uint32_t size;       /* sizeof(WinnowTrigger) */
    uint32_t count;      /* births, 1 to 16777216; they do not follow the instance's density */
    const char* emitter; /* its name; it may have no births of its own (rate 0) */
    float position[3];
    float direction[3]; /* where what goes up in the effect's file goes, of any length; all 0: up */
} WinnowTrigger;

/* Lets a burst happen in the next step, for a hit, a step or a spark. It is an instance of its own, which
   ends with the last of its particles, and has the scale, speed, layer and properties that this one has now.
   *burst may be null. */
WINNOW_EFFECT_API WinnowResult winnow_trigger(WinnowStage stage, WinnowInstance instance,
                                              const WinnowTrigger* trigger, WinnowInstance* burst);
/* Ends its births; the living live on. */
WINNOW_EFFECT_API WinnowResult winnow_stop(WinnowStage stage, WinnowInstance instance);
/* Ends it with all of its particles. */
WINNOW_EFFECT_API WinnowResult winnow_kill(WinnowStage stage, WinnowInstance instance);

typedef struct WinnowInstanceFigures {
    uint32_t size;    /* sizeof(WinnowInstanceFigures) */
    uint32_t alive;   /* particles after a recent step */
    uint64_t step;    /* the last step that was made */
    uint64_t dropped; /* births without room, and those that distance took */
    float box_min[3]; /* the box of the particles' positions after a recent step, in the caller's world; */
    float box_max[3]; /* if none is alive, both are 0 */
    uint32_t wished;  /* particles that it would have */
    uint32_t granted; /* particles for which it has room */
} WinnowInstanceFigures;

/* Waits for nothing: asks for the figures after the last step, and returns the newest that have arrived since
   they were first asked for, those of a step a few steps back. After winnow_instance_hash they are the last
   step's. */
WINNOW_EFFECT_API WinnowResult winnow_instance_figures(WinnowStage stage, WinnowInstance instance,
                                                       WinnowInstanceFigures* figures);
/* A particle after the last step. */
typedef struct WinnowParticle {
    float position[3];   /* metres, in the caller's world */
    uint32_t age;        /* steps */
    float velocity[3];   /* metres per second */
    uint32_t lifetime;   /* steps */
    uint32_t birth_step; /* of the instance's steps, counted from 1 (lower 32 bits) */
    uint32_t ordinal;    /* among the births of that step, counted from 0 */
    uint32_t emitter;    /* its number in the effect's list, counted from 0; 0xFFFFFFFF: it was edited away */
    uint32_t bounces;    /* so far; the highest bit is set if it bounced in the last step, and the next one if
                            a module gave a signal */
} WinnowParticle;

/* Copies the instance's particles, the oldest first, and sets *count to how many there are. `particles` has
   room for `room`; if there are more, only the first are copied. Waits for the GPU. */
WINNOW_EFFECT_API WinnowResult winnow_instance_read(WinnowStage stage, WinnowInstance instance,
                                                    WinnowParticle* particles, uint64_t room,
                                                    uint64_t* count);
/* An instance's particles as three columns in memory of CUDA, on the context's device: 16 bytes of each
   particle follow each other, with members as in WinnowParticle. No particles: all are null. */
typedef struct WinnowCudaParticles {
    uint32_t size;          /* sizeof(WinnowCudaParticles) */
    uint32_t count;         /* particles */
    const void* positions;  /* position, age */
    const void* velocities; /* velocity, lifetime */
    const void* identities; /* birth_step, ordinal, in the lower 14 bits of a word the emitter's number,
                               unless emitters were edited away, and bounces */
} WinnowCudaParticles;

/* Copies the instance's particles, the oldest first, into memory that CUDA reads. It is the stage's, and
   stays as it is until this is called again for an instance of the stage, or the stage ends. Waits for the
   GPU. */
WINNOW_EFFECT_API WinnowResult winnow_instance_read_cuda(WinnowStage stage, WinnowInstance instance,
                                                         WinnowCudaParticles* particles);
/* Sets *hash to the hash of the instance's particles, as `winnow render --trace` writes it for the same
 * steps. Waits for the GPU. */
WINNOW_EFFECT_API WinnowResult winnow_instance_hash(WinnowStage stage, WinnowInstance instance,
                                                    uint64_t* hash);

/* Saves everything that the instance's further steps depend on, as a file of states has it (docs/files.md).
   *bytes are valid until the stage saves again, or ends. Waits for the GPU. The part of a step that
   winnow_advance has kept belongs to the stage, and is not saved. */
WINNOW_EFFECT_API WinnowResult winnow_instance_save(WinnowStage stage, WinnowInstance instance,
                                                    const void** bytes, uint64_t* length);
/* Plays an instance that goes on as the saved one would, to the bit, from its place, with its speed, layer
   and properties. The effect must have the emitters of the saved one, by name and order, whose particles have
   the same attributes; whatever else its text says may have changed. What it takes grows with all particles
   that share its programs. */
WINNOW_EFFECT_API WinnowResult winnow_instance_restore(WinnowStage stage, WinnowEffect effect,
                                                       const void* bytes, uint64_t length,
                                                       WinnowInstance* instance);

/* --- time and the picture --- */

/* Lets 0 to 60 seconds pass: each instance makes the whole steps that are due to it, and the rest is kept. */
WINNOW_EFFECT_API WinnowResult winnow_advance(WinnowStage stage, double seconds);
/* Lets each instance that is not paused make one step, whatever its speed is. */
WINNOW_EFFECT_API WinnowResult winnow_step(WinnowStage stage);

/* Bits for what has happened. Those of particles are told for emitters whose key "events" asks for them; a
   signal, where a module gives one. */
typedef enum WinnowEventKind {
    WINNOW_BORN = 1,
    WINNOW_DIED = 2,
    WINNOW_COLLIDED = 4,
    WINNOW_SIGNALLED = 8,
    WINNOW_ENDED = 16 /* an instance has ended with the last of its particles; it was not killed */
} WinnowEventKind;

/* An event in a step. For an instance that ended, the members from position on are 0, but for the
   emitter, which is 0xFFFFFFFF. */
typedef struct WinnowEvent {
    WinnowInstance instance; /* it may have ended since */
    uint32_t kinds;          /* WinnowEventKind of one particle */
    uint32_t step;           /* of the instance's steps (lower 32 bits) */
    float position[3];       /* metres, in the caller's world */
    uint32_t age;            /* steps */
    float velocity[3];       /* metres per second */
    uint32_t emitter; /* its number in the effect's list, counted from 0; 0xFFFFFFFF: it was edited away */
    uint32_t birth_step, ordinal; /* as in WinnowParticle */
} WinnowEvent;

typedef struct WinnowEvents {
    uint32_t size;     /* sizeof(WinnowEvents) */
    uint32_t reserved; /* 0 */
    const WinnowEvent*
        first;      /* valid until they are taken again, or the stage ends; null if there are none */
    uint64_t count; /* of events in a row */
    uint64_t lost;  /* events beside these: their step had no room, or 65536 newer ones waited */
} WinnowEvents;

/* Takes the events that have arrived, each once: a step or two after they happened. Waits for nothing. Those
   of an instance are in order of steps, and within a step in order of births. */
WINNOW_EFFECT_API WinnowResult winnow_take_events(WinnowStage stage, WinnowEvents* events);

typedef struct WinnowPicture {
    uint32_t size;         /* sizeof(WinnowPicture) */
    uint32_t framebuffer;  /* its first colour attachment is drawn into; 0: the window's */
    int32_t x, y;          /* lower left corner of what is drawn, pixels */
    int32_t width, height; /* pixels */
    float view[16];        /* from the world to the eye, which looks along -z: a turn and a move */
    float projection[16]; /* perspective or parallel; the usual depth or reversed, with a far plane or without
                             one; upright or upside down; its middle may be shifted */
    uint32_t zero_to_one; /* 1: the projection's depths are from 0 to 1 (GL_ZERO_TO_ONE); 0: from -1 to 1 */
    uint32_t depth_texture;   /* what hides particles, which fade where they meet it: a texture of two
                                 dimensions, with or without samples, that is not written meanwhile, also one
                                 that is attached to the framebuffer; 0: nothing does */
    int32_t depth_x, depth_y; /* the place in that texture of (x, y) */
    uint32_t encoded; /* 1: the framebuffer has a format of plain numbers for sRGB-coded values; 0: it takes
                         linear light */
    uint32_t layers;  /* a bit for each layer that is drawn; 0: all */
    uint32_t
        lit; /* 1: the members below light particles; 0: the lamps and the sky of each effect's file do */
    float lamp_direction[3]; /* towards a distant lamp, of any length but 0 */
    float lamp_light[3];     /* linear, up to 10000 each, like the others */
    float light_above[3];    /* the light from all around on what faces up, */
    float light_below[3];    /* and on what faces down */
    uint32_t first_depth;    /* 1: winnow_draw_layer gives the layer's first depths too */
} WinnowPicture;

/* Draws all instances over the picture. Waits for nothing. */
WINNOW_EFFECT_API WinnowResult winnow_draw(WinnowStage stage, const WinnowPicture* picture);

/* Draws over the picture what instances do, for the program's developers: the box of each one's particles,
   coloured by what it has of the room that it wishes, from red over amber to green; and a panel of the budget
   and of the most significant instances: births by distance, particles alive, granted and wished. Waits for
   nothing; so what it shows is of a few steps back. */
WINNOW_EFFECT_API WinnowResult winnow_draw_debug(WinnowStage stage, const WinnowPicture* picture);

typedef struct WinnowLayer {
    uint32_t size;        /* sizeof(WinnowLayer) */
    uint32_t texture;     /* GL_RGBA16F, as wide and as high as the picture, rows from the bottom up:
                             premultiplied linear light, and in alpha the share of the light from behind that
                             passes. The stage's; it changes with its next picture */
    uint32_t first_depth; /* GL_R32F, likewise: the depth of the particle that a pixel shows, as a depth
                             buffer of the caller's would store it (0 to 1): the nearest particle that covers
                             half of the pixel by itself, else the one that gives most light or opacity; the
                             far end where there is none. 0: the picture did not ask for it */
} WinnowLayer;

/* Draws all instances as a layer that the caller puts over its picture: light + alpha * picture. Framebuffer,
   x, y and encoded of the picture are not used. Waits for nothing. */
WINNOW_EFFECT_API WinnowResult winnow_draw_layer(WinnowStage stage, const WinnowPicture* picture,
                                                 WinnowLayer* layer);

/* NOLINTEND(modernize-use-using) */

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* WINNOW_EFFECT_H */
